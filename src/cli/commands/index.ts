// The commands. Adding one is a file beside this one and an entry here.
import type { CommandPage } from "../command.ts";
import { check } from "./check.ts";
import { explain } from "./explain.ts";
import { fetchPages } from "./fetch.ts";
import { lint } from "./lint.ts";
import { simulate } from "./simulate.ts";

/** All commands, in the order that `help` lists them. */
export const COMMANDS: readonly CommandPage[] = [check, explain, fetchPages, lint, simulate];

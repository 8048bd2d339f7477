import { existsSync } from "node:fs";

/** Where the system's Chromium is; the tests of browsers fail without one, and say so. */
export const CHROMIUM: string =
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
    existsSync(path),
  ) ?? "";

if (CHROMIUM === "") {
  console.warn(
    "No Chromium found: install the package `chromium`. The tests of browsers cannot run without it.",
  );
}

/** Arguments for a browser in a container. */
export const CHROMIUM_ARGS: string[] = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];

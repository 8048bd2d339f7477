// Entry `robots-governor/lint`: what a robots.txt file gets wrong, and how to cure it.
export { CATALOGUE, type CodeEntry } from "./catalogue.ts";
export type { Finding, LintCode, Severity } from "./finding.ts";
export { fix, type FixedFile } from "./fix.ts";
export { lint, type LintOptions } from "./lint.ts";
export { sarifLog, type LintedFile } from "./sarif.ts";

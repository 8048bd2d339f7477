/** The slow reading that the fast one is compared with. */
export { bruteForceMatches } from "./matching.ts";
export { referenceVerdict, type ReferenceOptions } from "./verdict.ts";

/** The slow reading that the fast one is compared with. */
export { bruteForceMatches } from "./matching.ts";
export { referenceVerdict, type ReferenceOptions, type ReferenceVerdict } from "./verdict.ts";

// Entry `robots-governor/fetcher`: pages fetched politely, from public addresses alone, with failures as values.
export { secretsFromEnvironment, type EnvironmentSecrets } from "./environment.ts";
export { sanitizeForLog, type SanitizeOptions } from "./log-safety.ts";
export { isPublicAddress } from "./public-address.ts";
export { redact } from "./redact.ts";
export { Secret } from "./secret.ts";

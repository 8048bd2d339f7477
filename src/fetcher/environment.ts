import { Secret } from "./secret.ts";

/** The variables that hold what a crawler shows to sites that know it. There is no other way to set them. */
const AUTH_TOKEN = "ROBOTS_GOVERNOR_AUTH_TOKEN";
const COOKIE = "ROBOTS_GOVERNOR_COOKIE";

/** What the environment holds. */
export interface EnvironmentSecrets {
  /** Sent as `Authorization: Bearer …`. */
  readonly authToken?: Secret;
  /** Sent as `Cookie`. */
  readonly cookie?: Secret;
}

/** What a header field can hold: printable ASCII and blanks within. */
const FIELD_VALUE = /^[\x20-\x7e]+$/;

function secretIn(env: Readonly<Record<string, string | undefined>>, name: string): Secret | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  // Never quotes what it refuses.
  if (!FIELD_VALUE.test(value) || value !== value.trim())
    throw new TypeError(`${name} must be printable ASCII without blanks around it`);
  return new Secret(value);
}

/**
 * The secrets of the environment: `ROBOTS_GOVERNOR_AUTH_TOKEN` and `ROBOTS_GOVERNOR_COOKIE`, where set.
 *
 * @throws TypeError for a value that no header field can hold.
 */
export function secretsFromEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): EnvironmentSecrets {
  const authToken = secretIn(env, AUTH_TOKEN);
  const cookie = secretIn(env, COOKIE);
  return { ...(authToken && { authToken }), ...(cookie && { cookie }) };
}

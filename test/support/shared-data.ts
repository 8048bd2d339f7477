import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = new URL("../../../shared/", import.meta.url);
const isPresent = (file: string): boolean => existsSync(new URL(file, folder));

/**
 * Whether data that is not part of the repository lies beside it. Where some is absent, the output
 * says that nothing is compared; a green run must not be taken for a comparison.
 */
export function arePresent(title: string, files: readonly string[]): boolean {
  const absent = files.filter((file) => !isPresent(file));
  if (absent.length > 0) {
    const where = fileURLToPath(folder);
    console.warn(`NOTHING COMPARED for ${title}: not present: ${absent.join(", ")} in ${where}`);
  }
  return absent.length === 0;
}

/** The rows of a file of JSON lines beside the repository, packed or not; none where it is absent. */
export function sharedRows<Row>(file: string): Row[] {
  if (!isPresent(file)) return [];
  const content = readFileSync(new URL(file, folder));
  const text = (file.endsWith(".gz") ? gunzipSync(content) : content).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

/** Octets that a row holds as text (`t`) or in base64 (`b`). */
export const octetsOfRow = ({ t, b }: { t?: string; b?: string }): Uint8Array =>
  b === undefined ? Buffer.from(t ?? "", "utf8") : Buffer.from(b, "base64");

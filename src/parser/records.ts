import type { Dialect } from "../common/dialect.ts";
import { textOf } from "./decode.ts";
import { byteOrderMarkLength, newLineScan, scanLine } from "./scan.ts";
import type { GroupingKind, RecordSequence } from "./groups.ts";
import { OTHER_RECORD, RECORD_KINDS, recordKindOf } from "./record-names.ts";

/** How lines become records. */
export interface RecordOptions {
  readonly dialect: Dialect;
  /** Whether a blank line ends a group, as it did in 1996. */
  readonly blankLineEndsGroup: boolean;
}

const KINDS: readonly GroupingKind[] = /* @__PURE__ */ [...RECORD_KINDS, "group-end"];
/** Records of no kind that is read here are left out, so the number of theirs is free. */
const GROUP_END = OTHER_RECORD;
const ALLOW = /* @__PURE__ */ RECORD_KINDS.indexOf("allow");
const KIND_BITS = 4;
const KIND_MASK = (1 << KIND_BITS) - 1;
const STRIDE = 2;

/** Two numbers for each record: where its value begins; how long it is, and its kind. */
function compactNumbers(octets: Uint8Array, options: RecordOptions): number[] {
  const { dialect, blankLineEndsGroup } = options;
  const numbers: number[] = [];
  const line = newLineScan();
  for (let at = byteOrderMarkLength(octets); at < octets.length; at = line.next) {
    scanLine(octets, at, dialect, line);
    if (line.nameEnd < 0) {
      if (blankLineEndsGroup && line.contentEnd === line.contentStart && line.comment < 0) {
        numbers.push(at, GROUP_END);
      }
      continue;
    }
    const kind = recordKindOf(octets, line.contentStart, line.nameEnd, dialect);
    if (kind === OTHER_RECORD) continue;
    numbers.push(line.valueStart, ((line.contentEnd - line.valueStart) << KIND_BITS) | kind);
  }
  return numbers;
}

/**
 * The records of a file in two numbers each: enough to choose groups and rules, without an object per
 * line. Records that are not read here are left out; the document has them all.
 */
export class Records implements RecordSequence {
  readonly octets: Uint8Array;
  readonly size: number;
  readonly #numbers: Int32Array;

  constructor(octets: Uint8Array, options: RecordOptions) {
    this.octets = octets;
    this.#numbers = new Int32Array(compactNumbers(octets, options));
    this.size = this.#numbers.length / STRIDE;
  }

  kindOf(record: number): GroupingKind {
    return KINDS[this.#wordOf(record) & KIND_MASK] ?? "group-end";
  }

  allows(record: number): boolean {
    return (this.#wordOf(record) & KIND_MASK) === ALLOW;
  }

  /** Where the value begins. */
  valueStart(record: number): number {
    return this.#numbers[record * STRIDE] ?? 0;
  }

  /** Where the value ends. */
  valueEnd(record: number): number {
    return this.valueStart(record) + (this.#wordOf(record) >> KIND_BITS);
  }

  /** The value as text; what is no UTF-8 shows as U+FFFD. */
  valueOf(record: number): string {
    return textOf(this.octets, this.valueStart(record), this.valueEnd(record));
  }

  /** The length of the value and the kind. */
  #wordOf(record: number): number {
    return this.#numbers[record * STRIDE + 1] ?? 0;
  }
}

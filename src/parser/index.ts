// Entry `robots-governor/parser`: the lossless document of a robots.txt file, and what is odd about it.
export { decode, DEFAULT_MAX_BYTES, textOf, type DecodedText, type RobotsText } from "./decode.ts";
export {
  parseCrawlDelay,
  parseRequestRate,
  parseTimeWindow,
  type RequestRate,
  type TimeWindow,
} from "./extensions.ts";
export { Positions, type Position } from "./positions.ts";
export type { RecordKind } from "./record-names.ts";
export { Records, type CompactKind, type RecordOptions } from "./records.ts";

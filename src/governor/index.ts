// Entry `robots-governor/governor`: how often and how many at once, learned for each host.
export { CrawlError, type CrawlErrorCode } from "../common/errors.ts";
export { MemoryStore, type MemoryStoreOptions } from "../common/memory-store.ts";
export type { Json, StateStore, Step, StepResult } from "../common/state-store.ts";
export { AdaptiveInterval, adjustInterval } from "./adaptive-interval.ts";
export type {
  AdaptiveIntervalOptions,
  IntervalEvent,
  IntervalRule,
  IntervalState,
} from "./adaptive-interval.ts";
export {
  admit,
  type AdmitRequest,
  type Admission,
  type Decision,
  type Grant,
  type WaitReason,
} from "./admit.ts";
export { adjustLimit, AIMDLimiter } from "./aimd-limiter.ts";
export type {
  AimdEvent,
  AimdLimiterOptions,
  AimdPermit,
  AimdRule,
  AimdState,
  LoadOutcome,
} from "./aimd-limiter.ts";
export type { LimiterEvent } from "./events.ts";
export type { HostState } from "./host-state.ts";
export { viewOf, type HostView } from "./host-view.ts";
export type { KeyOption } from "./keys.ts";
export { learn, type LawEvent, type Learned, type Lesson } from "./learn.ts";
export { LearnedRateLimiter, type AcquireOptions, type LimiterStats } from "./learned-rate-limiter.ts";
export type { Denial, Lease } from "./lease.ts";
export type { LimiterOptions, RobotsDelays } from "./limiter-options.ts";
export {
  outcomeOf,
  type HeaderSource as ObservationHeaders,
  type Observation,
  type Outcome,
} from "./observation.ts";
export { settingsFrom, type LawOptions, type Settings } from "./settings.ts";
export { deriveSignals, SignalAdvisor } from "./signals.ts";
export type { HostRecord, SignalAdvisorOptions, SignalOptions, Signals } from "./signals.ts";
export type { HostSnapshot } from "./snapshot.ts";
export { readState } from "./stored-state.ts";
export { fillTimeMs, refill, TokenBucket } from "./token-bucket.ts";
export type { BucketRule, BucketState, TokenBucketOptions } from "./token-bucket.ts";
export type { WaitedMs } from "./wait-tally.ts";

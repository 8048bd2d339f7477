import type {
  BanLimit,
  ConnectionLimit,
  FailureLimit,
  HintFields,
  LimitDescription,
  OutageLimit,
  PenaltyBoxLimit,
  QuotaLimit,
  SlidingWindowLimit,
  TokenBucketLimit,
} from "./description.ts";

/** A refusal: its status and how long the client would have to wait, where that is known. */
export interface Refusal {
  readonly status: number;
  readonly waitMs?: number;
}

/** A limit at work. Times come in order. */
export interface Limit {
  /** Judges a request; a limit that lets it pass counts it. */
  judge(nowMs: number, client: number): Refusal | undefined;
  /** Hears how the whole server judged a request. */
  note?(nowMs: number, client: number, refused: boolean): void;
  /** Hears when an accepted request will end. */
  accepted?(endMs: number): void;
  /** Fields on every answer. */
  hints?(nowMs: number): Record<string, string>;
}

/** Sets a limit to work. */
export function limitFrom(description: LimitDescription, random: () => number): Limit {
  switch (description.type) {
    case "token-bucket":
      return tokenBucket(description);
    case "sliding-window":
      return slidingWindow(description);
    case "quota":
      return quota(description);
    case "outage":
      return outage(description);
    case "ban":
      return ban(description);
    case "penalty-box":
      return penaltyBox(description);
    case "connections":
      return connections(description);
    case "failures":
      return failures(description, random);
  }
}

function tokenBucket({
  ratePerSecond,
  burst,
  factors = [],
  hints = "none",
  status = 429,
}: TokenBucketLimit): Limit {
  let tokens = burst;
  let atMs = 0;
  const factorAt = (nowMs: number): number => {
    let factor = 1;
    for (const step of factors) if (step.fromMs <= nowMs) factor = step.factor;
    return factor;
  };
  const refill = (nowMs: number): number => {
    const perMs = (ratePerSecond * factorAt(nowMs)) / 1000;
    tokens = Math.min(burst, tokens + (nowMs - atMs) * perMs);
    atMs = nowMs;
    return perMs;
  };
  return {
    judge(nowMs) {
      const perMs = refill(nowMs);
      if (tokens < 1) return { status, waitMs: (1 - tokens) / perMs };
      tokens -= 1;
      return undefined;
    },
    hints(nowMs) {
      const perMs = refill(nowMs);
      return hintFields(hints, nowMs, burst, Math.floor(tokens), (burst - tokens) / perMs, burst / perMs);
    },
  };
}

function slidingWindow({
  requests,
  windowMs,
  countsRefused = false,
  status = 429,
}: SlidingWindowLimit): Limit {
  let starts: number[] = [];
  return {
    judge(nowMs) {
      starts = starts.filter((startMs) => startMs > nowMs - windowMs);
      const isFull = starts.length >= requests;
      const first = starts[starts.length - requests] ?? nowMs;
      if (!isFull || countsRefused) starts.push(nowMs);
      return isFull ? { status, waitMs: first + windowMs - nowMs } : undefined;
    },
  };
}

function quota({ requests, windowMs, hints = "none", status = 429 }: QuotaLimit): Limit {
  let window = 0;
  let used = 0;
  const turn = (nowMs: number): number => {
    const current = Math.floor(nowMs / windowMs);
    if (current !== window) used = 0;
    window = current;
    return (current + 1) * windowMs - nowMs;
  };
  return {
    judge(nowMs) {
      const leftMs = turn(nowMs);
      if (used >= requests) return { status, waitMs: leftMs };
      used += 1;
      return undefined;
    },
    hints: (nowMs) => hintFields(hints, nowMs, requests, requests - used, turn(nowMs), windowMs),
  };
}

function outage({ outages, status = 503 }: OutageLimit): Limit {
  return {
    judge(nowMs) {
      const current = outages.find(({ fromMs, untilMs }) => nowMs >= fromMs && nowMs < untilMs);
      return current === undefined ? undefined : { status, waitMs: current.untilMs - nowMs };
    },
  };
}

function ban({ refusals, windowMs, banMs, status = 403 }: BanLimit): Limit {
  const refused = new Map<number, number[]>();
  const bannedUntilMs = new Map<number, number>();
  return {
    judge(nowMs, client) {
      const untilMs = bannedUntilMs.get(client) ?? 0;
      return nowMs < untilMs ? { status, waitMs: untilMs - nowMs } : undefined;
    },
    note(nowMs, client, wasRefused) {
      if (!wasRefused) return;
      const recent = (refused.get(client) ?? []).filter((atMs) => atMs > nowMs - windowMs);
      recent.push(nowMs);
      refused.set(client, recent);
      if (recent.length > refusals) bannedUntilMs.set(client, nowMs + banMs);
    },
  };
}

function penaltyBox({ ratePerSecond, burst, boxMs, status = 429 }: PenaltyBoxLimit): Limit {
  const bucket = tokenBucket({ type: "token-bucket", ratePerSecond, burst });
  let boxedUntilMs = 0;
  return {
    judge(nowMs, client) {
      const refused = nowMs < boxedUntilMs || bucket.judge(nowMs, client) !== undefined;
      if (!refused) return undefined;
      boxedUntilMs = nowMs + boxMs;
      return { status, waitMs: boxMs };
    },
  };
}

function connections({ connections: most, status = 429 }: ConnectionLimit): Limit {
  let ends: number[] = [];
  return {
    judge(nowMs) {
      ends = ends.filter((endMs) => endMs > nowMs);
      return ends.length >= most ? { status } : undefined;
    },
    accepted(endMs) {
      ends.push(endMs);
    },
  };
}

function failures({ share, status = 500 }: FailureLimit, random: () => number): Limit {
  return { judge: () => (random() < share ? { status } : undefined) };
}

/** The wall-clock time at which every simulation starts. */
export const EPOCH_MS = 1_700_000_000_000;

function hintFields(
  form: HintFields,
  nowMs: number,
  limit: number,
  left: number,
  resetMs: number,
  windowMs: number,
): Record<string, string> {
  const remaining = String(Math.max(0, left));
  const reset = String(Math.max(0, Math.ceil(resetMs / 1000)));
  switch (form) {
    case "none":
      return {};
    case "ratelimit":
      return { "ratelimit-limit": String(limit), "ratelimit-remaining": remaining, "ratelimit-reset": reset };
    case "ratelimit-structured":
      return {
        ratelimit: `"default";r=${remaining};t=${reset}`,
        "ratelimit-policy": `"default";q=${limit};w=${Math.round(windowMs / 1000)}`,
      };
    case "x-ratelimit":
      return {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": remaining,
        "x-ratelimit-reset": reset,
      };
    case "x-ratelimit-epoch":
      return {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": remaining,
        "x-ratelimit-reset": String(Math.ceil((EPOCH_MS + nowMs + resetMs) / 1000)),
      };
  }
}

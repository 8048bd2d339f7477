import type { Clock } from "../common/clock.ts";
import type { Alarm, Due } from "./alarm.ts";

/** What {@link withDeadline} needs beside the promise. */
export interface DeadlineOptions<T> {
  readonly alarm: Alarm;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Gets an answer that came too late. */
  readonly onLate: (late: T) => void;
}

/** `answer`, or a rejection when it does not come within `timeoutMs`. The process stays alive for that long. */
export function withDeadline<T>(
  answer: Promise<T>,
  { alarm, clock, timeoutMs, onLate }: DeadlineOptions<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const close = (): void => {
      alarm.clear(deadline);
      alarm.countWaiting(-1);
    };
    let isOver = false;
    const deadline: Due = {
      dueMs: 0,
      heapIndex: -1,
      onDue: () => {
        isOver = true;
        close();
        reject(new Error(`no answer within ${timeoutMs} ms`));
      },
    };
    const settle = async (): Promise<void> => {
      try {
        const value = await answer;
        if (isOver) onLate(value);
        else resolve(value);
      } catch (error) {
        reject(error);
      }
      if (!isOver) close();
    };
    alarm.countWaiting(1);
    alarm.set(deadline, clock.now() + timeoutMs);
    void settle();
  });
}

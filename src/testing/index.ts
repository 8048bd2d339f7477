// Entry `robots-governor/testing`: time, chance and servers that do as they are told, and runs in virtual time.
export { lawPacer } from "./law-pacer.ts";
export { ManualClock, type ManualClockOptions } from "./manual-clock.ts";
export type { Pacer, PacerPace, Turn } from "./pacer.ts";
export { seededRandom } from "./seeded-random.ts";
export type * from "./server/description.ts";
export { ScriptedServer, type ScriptedAnswer } from "./server/scripted-server.ts";
export type { OthersWait } from "./server/latency.ts";
export { simulate, type SimulationOptions } from "./simulation.ts";
export type { CooldownBand, PaceStep, Timeline, TimelineAnswer } from "./timeline.ts";

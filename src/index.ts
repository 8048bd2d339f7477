// Entry `robots-governor`: the platform-neutral surface in one place.
export * from "./cache/index.ts";
export * from "./policy/index.ts";

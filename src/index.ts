// Entry `robots-governor`: the platform-neutral surface in one place.
export * from "./policy/index.ts";

/** Wrong arguments: a message for people, and exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** A source that cannot be read: as wrong arguments, but no page of help cures it. */
export class UnreadableError extends UsageError {
  override readonly name = "UnreadableError";
}

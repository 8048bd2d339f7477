/** Lets every promise callback and stream task run that is due. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Takes one step after the other until `promise` is settled, and then settles as it did. */
export async function stepsUntil<T>(promise: Promise<T>, step: () => unknown): Promise<T> {
  const state = { isSettled: false };
  const settle = (): void => {
    state.isSettled = true;
  };
  promise.then(settle, settle);
  while (!state.isSettled) await step();
  return promise;
}

// Waiting for a condition, and no longer than necessary.

const REST = 25;

/** Reads repeatedly until the condition holds; on a timeout, reports what was expected and what was found. */
export async function until<T>(what: string, read: () => Promise<T>, isSo: (value: T) => boolean, most = 15_000): Promise<T> {
  const end = performance.now() + most;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`${what}: in vain; it is ${JSON.stringify(value)}`);
    await new Promise((rested) => setTimeout(rested, REST));
  }
}

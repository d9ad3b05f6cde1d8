// Waiting for something to be so, without waiting longer than that.

const REST = 25;

/** Reads again and again until it is so; otherwise says what was waited for, and what was there instead. */
export async function until<T>(what: string, read: () => Promise<T>, isSo: (value: T) => boolean, most = 15_000): Promise<T> {
  const end = performance.now() + most;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`${what}: in vain; it is ${JSON.stringify(value)}`);
    await new Promise((rested) => setTimeout(rested, REST));
  }
}

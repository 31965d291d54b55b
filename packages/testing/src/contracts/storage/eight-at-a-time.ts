/** Does work for each of many, eight at a time, because each waits for the store. */
export async function eightAtATime<T>(many: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const rest = many[Symbol.iterator]();
  const workInTurn = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 8 }, workInTurn));
}

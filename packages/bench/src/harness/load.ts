import type { Figures } from './benchmark.ts';

/** Does something this many times by several concurrent workers. */
export async function repeatAtOnce(
  times: number,
  workers: number,
  act: (index: number, worker: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async (worker: number): Promise<void> => {
    while (next < times) {
      next += 1;
      await act(next - 1, worker);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}

/** Runs some work. @returns How many of its units were done in a second. */
export async function rateOf(units: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (units * 1_000) / (performance.now() - startedAt);
}

/** The rate of some work, and the processor time of this process for each of its units. */
export async function loadOf(units: number, work: () => Promise<unknown>): Promise<Figures> {
  const before = process.cpuUsage();
  const rate = await rateOf(units, work);
  const { user, system } = process.cpuUsage(before);
  return { 'per second': rate, 'µs of processor': (user + system) / units };
}

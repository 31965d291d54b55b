import { threadCpuUsage } from 'node:process';

/** Milliseconds that the work takes on an idle machine of the kind for which the bounds were chosen. */
export const usualWorkMs = 10;

const everyMs = 500;

const document = JSON.stringify(
  Array.from({ length: 2_000 }, (_, number) => ({ id: `n${number}`, text: 'hello '.repeat(number % 20), number })),
);

/** Measures how fast the machine is while something else runs. */
export interface FixedWork {
  begin(): void;
  /** Milliseconds of processor time, each of the same work. Waiting for a processor does not count. */
  times(): readonly number[];
  stop(): void;
}

export function startFixedWork(): FixedWork {
  let times: number[] = [];
  const measure = (): void => {
    const before = threadCpuUsage();
    for (let count = 0; count < 6; count += 1) JSON.stringify(JSON.parse(document));
    const { user, system } = threadCpuUsage(before);
    times.push((user + system) / 1_000);
  };
  // The first runs compile the code.
  for (let count = 0; count < 5; count += 1) measure();
  times = [];
  const timer = setInterval(measure, everyMs);
  return {
    begin() {
      times = [];
      measure();
    },
    times: () => times,
    stop: () => clearInterval(timer),
  };
}

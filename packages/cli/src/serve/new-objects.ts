import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The maximum size in bytes. By default V8 lets it grow to 64 MB or more, mostly uncollected garbage. */
const growsUpTo = 16 * 1_024 * 1_024;

/**
 * Lets the part of the heap for new objects grow under load, up to the need of a server. V8 reads its bound only at the
 * start of a process, so this disables growth once a collection leaves enough.
 *
 * @spec SV77
 */
export function growNewObjects(): void {
  const observer = new PerformanceObserver(setGrowth);
  observer.observe({ entryTypes: ['gc'] });
  setGrowth();
}

function setGrowth(): void {
  const bytes = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
  setFlagsFromString(`--semi-space-growth-factor=${bytes < growsUpTo ? 2 : 1}`);
}

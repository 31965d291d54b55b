/**
 * Measures the work of this thread, in milliseconds of a processor: other processes, and other threads of this one, do not
 * count. The least of some runs, because a processor is slower while others use its caches.
 */
export function threadTime(work: () => void, runs = 3): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

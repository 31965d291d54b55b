import type { Parts } from '../scope.ts';

/** Each round is a transaction of its own, and others come between. */
const roundSize = 1_000;

/** @spec DI15 */
export async function pruneDeliveries(
  { storage, clock }: Pick<Parts, 'storage' | 'clock'>,
  lifeMs: number,
): Promise<void> {
  const finishedBefore = clock.now() - lifeMs;
  while ((await storage.deliveryQueue.prune(finishedBefore, roundSize)) === roundSize);
}

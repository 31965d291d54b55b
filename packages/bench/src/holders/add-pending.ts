import type { Storage } from '@botwright/core/ports';
import { bodyOf, inBatches, sampleDelivery } from '../stores/sample-deliveries.ts';
import { addDeliveries } from '../stores/write-records.ts';

export interface Pending {
  readonly count: number;
  /** The webhooks that share the deliveries. */
  readonly targets: number;
  /** The length of each message. */
  readonly characters: number;
}

/** Adds deliveries that are due in a day. */
export async function addPending(storage: Storage, { count, targets, characters }: Pending): Promise<void> {
  const createdAt = Date.now();
  const dueAt = createdAt + 24 * 3_600_000;
  await inBatches(count, 2_000, (numbers) => {
    const targetOf = (number: number) => ({ kind: 'channel', number: 1 + (number % targets) }) as const;
    // Each has a separate text, as deliveries of separate requests have.
    const added = numbers.map((number) => {
      return sampleDelivery(number, { target: targetOf(number), createdAt, dueAt, body: bodyOf(characters) });
    });
    return addDeliveries(storage, added);
  });
}

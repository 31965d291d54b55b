import type { Storage } from '@botwright/core/ports';
import { addDeliveries } from '../stores/write-records.ts';

const batch = 2_000;

export interface Pending {
  readonly count: number;
  /** The webhooks that share the deliveries. */
  readonly targets: number;
  /** The length of each message. */
  readonly characters: number;
}

/** Adds deliveries that are due in a day. */
export async function addPending(storage: Storage, { count, targets, characters }: Pending): Promise<void> {
  const now = Date.now();
  const dueAt = now + 24 * 3_600_000;
  const uuidOf = (number: number): string => `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  const message = 'x'.repeat(characters);
  for (let from = 0; from < count; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
    await addDeliveries(
      storage,
      numbers.map((number) => ({
        id: uuidOf(number),
        target: { kind: 'channel', number: 1 + (number % targets) },
        workspace: 1,
        customerNumber: 1 + (number % 997),
        messageUuid: uuidOf(number),
        origin: 'https://crm.example.com',
        createdAt: now,
        dueAt,
        body: JSON.stringify({ messages: [{ type: 'text', message }] }),
      })),
    );
  }
}

import type { NewDelivery } from '@botwright/core/ports';
import type { DeliveryTarget } from '@botwright/core/webhooks';

/** A uuid that rises with the number. */
export function uuidOf(number: number): string {
  return `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export const hook = (number: number): DeliveryTarget => ({ kind: 'hook', number });

/** A delivery of customers who take turns. */
export function sampleDelivery(
  number: number,
  members: Pick<NewDelivery, 'target' | 'createdAt' | 'dueAt'> & Partial<NewDelivery>,
): NewDelivery {
  return {
    id: uuidOf(number),
    workspace: 1,
    customerNumber: 1 + (number % 997),
    messageUuid: uuidOf(number),
    origin: 'https://crm.example.com',
    body: '{"messages":[{"text":"hello"}]}',
    ...members,
  };
}

/** The body of a delivery with a message of this many characters. */
export function bodyOf(characters: number): string {
  return JSON.stringify({ messages: [{ type: 'text', message: 'x'.repeat(characters) }] });
}

/** Calls with the numbers from 0 to below the count, at most this many at a time. */
export async function inBatches(
  count: number,
  size: number,
  act: (numbers: readonly number[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += size) {
    await act(Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index));
  }
}

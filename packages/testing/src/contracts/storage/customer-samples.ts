import type { BrandTransaction } from '@botwright/core/ports';

/** Adds customers to a new channel. @returns Their numbers, which rise. */
export async function insertCustomers(
  tx: BrandTransaction,
  count: number,
  channelId = 'c0000000-0000-4000-8000-0000000000aa',
): Promise<readonly number[]> {
  const place = { workspace: 1, purpose: 'live' } as const;
  const channel = {
    id: channelId,
    name: 'Support',
    type: 'apichat',
    active: true,
    configured: false,
    createdAt: 1_000,
  };
  const { number: channelNumber } = await tx.channels.insert({ ...channel, ...place });

  const numbers: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const inserted = await tx.customers.insert({
      channelNumber,
      ...place,
      token: `token-${index}`,
      name: '',
      email: '',
      phone: '',
      archived: false,
      blocked: false,
      optIn: true,
      registerDate: 1_000,
      unread: 0,
      lastSeq: 0,
      fields: {},
    });
    if (inserted === 'token_taken') throw new Error('The channel is new.');
    numbers.push(inserted.number);
  }
  return numbers;
}

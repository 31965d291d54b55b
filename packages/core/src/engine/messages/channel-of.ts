import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandReader } from '../../ports/storage.ts';

/** Finds the channel that a customer writes on; a customer without one is a fault of the store. */
export async function channelOf(
  reader: Pick<BrandReader, 'channels'>,
  customer: Pick<CustomerRecord, 'number' | 'channelNumber'>,
): Promise<ChannelRecord> {
  const channel = await reader.channels.find(customer.channelNumber);
  if (channel === undefined) throw new Error(`The channel of customer ${customer.number} is not in the store.`);
  return channel;
}

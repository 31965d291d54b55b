import type { CustomerRecord, Storage } from '@botwright/core/ports';
import { commit, readsOf } from '../../../core/test/stored-records.ts';

/** Stores a customer on a channel. Default: a live one, who opted in. @returns The number. */
export async function newCustomer(
  storage: Storage,
  brand: string,
  { channelNumber, ...members }: Partial<CustomerRecord> & Pick<CustomerRecord, 'channelNumber'>,
): Promise<number> {
  const { load } = readsOf(storage, brand);
  const { workspace = 1, purpose = 'live' } = (await load({ kind: 'channel', number: channelNumber })) ?? {};
  const customer: CustomerRecord = {
    number: await load({ kind: 'customerNumber' }),
    channelNumber,
    workspace,
    purpose,
    name: 'Ada',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: 1,
    unread: 0,
    lastSeq: 0,
    fields: {},
    ...members,
  };
  await commit(storage, brand, { kind: 'insertCustomer', customer });
  return customer.number;
}

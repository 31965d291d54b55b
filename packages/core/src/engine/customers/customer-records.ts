import type { Customer } from '../../domain/customer/customer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandReader, BrandTransaction } from '../../ports/storage.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';

/**
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40, PE3, PE4
 */
export function findCustomer(
  caller: Pick<Caller, 'principal'>,
  reader: Pick<BrandReader, 'customers' | 'bots'>,
  number: unknown,
): Promise<CustomerRecord> {
  return visibleCustomer(caller, reader, number, (known) => reader.customers.find(known));
}

/**
 * Locks a customer until the transaction ends; later reads of it in the transaction return the latest state.
 *
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40
 */
export function lockCustomer(
  caller: Pick<Caller, 'principal'>,
  tx: Pick<BrandTransaction, 'customers' | 'bots'>,
  number: unknown,
): Promise<CustomerRecord> {
  return visibleCustomer(caller, tx, number, (known) => tx.customers.lock(known));
}

async function visibleCustomer(
  { principal }: Pick<Caller, 'principal'>,
  reader: Pick<BrandReader, 'bots'>,
  number: unknown,
  read: (number: number) => Promise<CustomerRecord | undefined>,
): Promise<CustomerRecord> {
  const customer = Number.isSafeInteger(number) ? await read(number as number) : undefined;
  const isVisible = customer?.purpose === 'live' && principal.workspaces.includes(customer.workspace);
  if (customer === undefined || !isVisible) throw new EngineError('customer_not_found');
  const [found = customer] = await withoutDestroyedBots(reader, [customer]);
  return found;
}

/**
 * Removes the ids of destroyed bots from customers. Stored records keep such an id until the customer writes next,
 * since updating all customers of a bot could take too long.
 *
 * @spec CU64
 */
export async function withoutDestroyedBots(
  reader: Pick<BrandReader, 'bots'>,
  customers: readonly CustomerRecord[],
): Promise<readonly CustomerRecord[]> {
  const ids = [...new Set(customers.flatMap(({ botId }) => botId ?? []))];
  if (ids.length === 0) return customers;
  const present = new Set((await reader.bots.findLinked({ ids, numbers: [] })).map(({ id }) => id));
  return customers.map((customer) => {
    const { botId, ...others } = customer;
    return botId === undefined || present.has(botId) ? customer : others;
  });
}

/**
 * Erases a customer whom this transaction has locked, with the messages, the conversation and the bodies of deliveries.
 *
 * @spec CU37
 */
export async function eraseCustomer(
  { clock }: { readonly clock: Clock },
  tx: Pick<EngineTransaction, 'customers' | 'deliveries' | 'raise'>,
  customer: CustomerRecord,
): Promise<void> {
  await tx.deliveries.eraseOfCustomer(customer.number, clock.now());
  await tx.customers.destroy(customer.number);
  tx.raise({ type: 'customer.deleted', ...placeOfCustomer(customer) });
}

/** The customer as callers see it. */
export function toCustomer(record: CustomerRecord): Customer {
  const { workspace: _, purpose: __, ...customer } = record;
  return customer;
}

/** Where a customer is found, as events say it. */
export function placeOfCustomer({ number: customerNumber, channelNumber, workspace }: CustomerRecord): {
  readonly customerNumber: number;
  readonly channelNumber: number;
  readonly workspace: number;
} {
  return { customerNumber, channelNumber, workspace };
}

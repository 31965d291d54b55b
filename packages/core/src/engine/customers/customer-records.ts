import type { Customer } from '../../domain/customer/customer.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandReader, BrandTransaction } from '../../ports/storage.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';

/**
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40, PE3, PE4
 */
export async function findCustomer(
  caller: Pick<Caller, 'principal'>,
  reader: Pick<BrandReader, 'customers' | 'bots'>,
  number: unknown,
): Promise<CustomerRecord> {
  const found = requireVisible(caller, isNumber(number) ? await reader.customers.find(number) : undefined);
  return withoutDestroyedBot(reader, found);
}

/**
 * Locks a customer until the transaction ends; what is read of it afterwards is the latest.
 *
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40
 */
export async function lockCustomer(
  caller: Pick<Caller, 'principal'>,
  tx: Pick<BrandTransaction, 'customers' | 'bots'>,
  number: unknown,
): Promise<CustomerRecord> {
  const found = requireVisible(caller, isNumber(number) ? await tx.customers.lock(number) : undefined);
  return withoutDestroyedBot(tx, found);
}

/**
 * Leaves out bots that were destroyed. The records of their customers keep the id until the customer writes next, as
 * there may be a million of them.
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

async function withoutDestroyedBot(
  reader: Pick<BrandReader, 'bots'>,
  customer: CustomerRecord,
): Promise<CustomerRecord> {
  const [found = customer] = await withoutDestroyedBots(reader, [customer]);
  return found;
}

/** The customer as callers see it. */
export function toCustomer(record: CustomerRecord): Customer {
  const { workspace: _, purpose: __, ...customer } = record;
  return customer;
}

function requireVisible(
  { principal }: Pick<Caller, 'principal'>,
  customer: CustomerRecord | undefined,
): CustomerRecord {
  const isVisible = customer?.purpose === 'live' && principal.workspaces.includes(customer.workspace);
  if (customer === undefined || !isVisible) throw new EngineError('customer_not_found');
  return customer;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

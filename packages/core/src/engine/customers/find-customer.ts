import type { Customer } from '../../domain/customer/customer.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandReader, BrandTransaction } from '../../ports/storage.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';

/**
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40, PE3, PE4
 */
export async function findCustomer(
  scope: Scope,
  reader: Pick<BrandReader, 'customers' | 'bots'>,
  number: unknown,
): Promise<CustomerRecord> {
  const found = requireVisible(scope, isNumber(number) ? await reader.customers.find(number) : undefined);
  return withoutDestroyedBot(reader, found);
}

/**
 * Holds a customer until the transaction ends; what is read of it afterwards is the latest.
 *
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40
 */
export async function claimCustomer(scope: Scope, tx: BrandTransaction, number: unknown): Promise<CustomerRecord> {
  const found = requireVisible(scope, isNumber(number) ? await tx.customers.claim(number) : undefined);
  return withoutDestroyedBot(tx, found);
}

/**
 * A bot that was destroyed is nobody's any more. Records of its customers keep its id until they write next: nobody
 * goes through a million of them.
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

function requireVisible({ principal }: Scope, customer: CustomerRecord | undefined): CustomerRecord {
  const isVisible = customer?.purpose === 'live' && principal.workspaces.includes(customer.workspace);
  if (customer === undefined || !isVisible) throw new EngineError('customer_not_found');
  return customer;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

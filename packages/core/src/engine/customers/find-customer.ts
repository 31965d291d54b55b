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
  reader: Pick<BrandReader, 'customers'>,
  number: unknown,
): Promise<CustomerRecord> {
  return requireVisible(scope, isNumber(number) ? await reader.customers.find(number) : undefined);
}

/**
 * Holds a customer until the transaction ends; what is read of it afterwards is the latest.
 *
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40
 */
export async function claimCustomer(scope: Scope, tx: BrandTransaction, number: unknown): Promise<CustomerRecord> {
  return requireVisible(scope, isNumber(number) ? await tx.customers.claim(number) : undefined);
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

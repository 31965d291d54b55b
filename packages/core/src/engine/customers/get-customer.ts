import type { Customer } from '../../domain/customer/customer.ts';
import { readerOf, type Scope } from '../scope.ts';
import { findCustomer, toCustomer } from './find-customer.ts';

/** @spec CU28 */
export async function getCustomer(scope: Scope, number: number): Promise<Customer> {
  return toCustomer(await findCustomer(scope, readerOf(scope), number));
}

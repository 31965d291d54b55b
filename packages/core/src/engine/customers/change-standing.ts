import type { Customer } from '../../domain/customer/customer.ts';
import type { Scope } from '../scope.ts';
import { actOnCustomer } from './act-on-customer.ts';

/** @spec CU15, CU16, CU20, CU30 */
export function changeStanding(
  scope: Scope,
  number: number,
  kind: 'archive' | 'unarchive' | 'block' | 'unblock',
): Promise<Customer> {
  return actOnCustomer(scope, number, { decide: () => ({ kind }) });
}

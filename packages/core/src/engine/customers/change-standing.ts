import type { Customer } from '../../domain/customer/customer.ts';
import type { Scope } from '../scope.ts';
import { actOnCustomer } from './act-on-customer.ts';

/** @spec CU15, CU16, CU20, CU30, CU43 */
export function changeStanding(
  scope: Scope,
  number: number,
  kind: 'archive' | 'unarchive' | 'block' | 'unblock' | 'opt_in' | 'opt_out',
): Promise<Customer> {
  return actOnCustomer(scope, number, { decide: () => ({ kind }) });
}

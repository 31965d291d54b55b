import { applyCustomerChange } from '../../domain/customer/apply-customer-change.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import { readCustomerEdit } from '../../domain/customer/read-customer-edit.ts';
import { takeRead } from '../input/take-read.ts';
import { commit, type Scope } from '../scope.ts';
import { claimCustomer, toCustomer } from './find-customer.ts';

/** @spec CU28, CU40, CU41 */
export async function updateCustomer(scope: Scope, number: number, edit: unknown): Promise<Customer> {
  return commit(scope, async (tx) => {
    const customer = await claimCustomer(scope, tx, number);
    const change = takeRead(readCustomerEdit(edit));
    await tx.customers.update(customer.number, change);
    return toCustomer(applyCustomerChange(customer, change));
  });
}

import { commit, type Scope } from '../scope.ts';
import { claimCustomer } from './find-customer.ts';

/** @spec CU28, CU37 */
export async function deleteCustomer(scope: Scope, number: number): Promise<void> {
  await commit(scope, async (tx) => {
    const customer = await claimCustomer(scope, tx, number);
    await tx.deliveries.eraseOfCustomer(customer.number, scope.clock.now());
    await tx.customers.destroy(customer.number);
  });
}

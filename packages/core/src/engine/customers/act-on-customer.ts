import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { applyCustomerChange } from '../../domain/customer/apply-customer-change.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import { type CustomerAction, decideCustomerAction } from '../../domain/customer/decide-customer-action.ts';
import { type EventContent, systemSender } from '../../domain/message/message.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { channelOf } from '../messages/channel-of.ts';
import { recordMessages } from '../messages/record-messages.ts';
import { commit, type Scope } from '../scope.ts';
import { claimCustomer, toCustomer } from './find-customer.ts';

/** What is asked for, decided with the customer held. */
export interface CustomerWish {
  decide(customer: CustomerRecord, tx: BrandTransaction): Promise<CustomerAction> | CustomerAction;
  /** What goes with it, in the same transaction. */
  follow?(
    customer: CustomerRecord,
    tx: BrandTransaction,
    outcome: { readonly hasChanged: boolean },
  ): Promise<void> | void;
}

/**
 * Does something with a customer: the change, the event that it causes and what goes with it, or nothing at all.
 *
 * @spec CU15, CU16, CU17, CU18, CU19, CU20, CU28, CU30, MS38
 */
export async function actOnCustomer(scope: Scope, number: number, wish: CustomerWish): Promise<Customer> {
  const plan = await scope.plans.planOf(scope.principal.brand);
  return commit(scope, async (tx) => {
    const customer = await claimCustomer(scope, tx, number);
    const decision = decideCustomerAction(customer, await wish.decide(customer, tx));
    if (decision.kind === 'unchanged') {
      await wish.follow?.(customer, tx, { hasChanged: false });
      return toCustomer(customer);
    }
    const { change, event } = decision;
    await tx.customers.update(customer.number, change);
    const changed = applyCustomerChange(customer, change);
    const told = event === undefined ? changed : await tellEvent(scope, tx, { customer: changed, event, plan });
    await wish.follow?.(told, tx, { hasChanged: true });
    return toCustomer(told);
  });
}

async function tellEvent(
  scope: Scope,
  tx: BrandTransaction,
  told: { readonly customer: CustomerRecord; readonly event: EventContent['data']; readonly plan: PlanTier },
): Promise<CustomerRecord> {
  const { customer, event, plan } = told;
  const place = { customer, channel: await channelOf(tx, customer), plan };
  const content = { type: 'event', data: event } as const;
  const recorded = await recordMessages(scope, tx, place, [{ content, sender: systemSender }]);
  return recorded.customer;
}

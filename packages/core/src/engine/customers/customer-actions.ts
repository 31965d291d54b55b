import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { applyCustomerChange, type Customer } from '../../domain/customer/customer.ts';
import { type CustomerAction, decideCustomerAction } from '../../domain/customer/decide-customer-action.ts';
import { type EventContent, systemSender } from '../../domain/message/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { brandStorage } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import { channelOf } from '../channels/channel-records.ts';
import type { RaisedEvent } from '../events/engine-events.ts';
import type { EngineStorage, EngineTransaction } from '../events/engine-storage.ts';
import type { BrandPlans } from '../hook-plans.ts';
import type { EngineLimits } from '../limits.ts';
import { recordMessages } from '../messages/record-messages.ts';
import { lockCustomer, placeOfCustomer, toCustomer } from './customer-records.ts';

export interface CustomerActionDependencies {
  readonly storage: EngineStorage;
  readonly plans: BrandPlans;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limits: EngineLimits;
}

/** An action on a customer. Both functions run in the transaction that locks the customer. */
export interface RequestedAction {
  decide(customer: CustomerRecord, tx: EngineTransaction): Promise<CustomerAction> | CustomerAction;
  /** Further writes in the same transaction, also when the action changes nothing. */
  follow?(
    customer: CustomerRecord,
    tx: EngineTransaction,
    outcome: { readonly hasChanged: boolean },
  ): Promise<void> | void;
}

/**
 * Carries out an action on a customer in one transaction: the change, the event that it causes and further writes.
 *
 * @spec CU15, CU16, CU17, CU18, CU19, CU20, CU28, CU30, MS38
 */
export async function actOnCustomer(
  dependencies: CustomerActionDependencies,
  caller: Caller,
  number: number,
  { decide, follow }: RequestedAction,
): Promise<Customer> {
  const readPlan = await dependencies.plans.readPlan(caller.principal.brand);
  return brandStorage(dependencies.storage, caller).commit(async (tx) => {
    const customer = await lockCustomer(caller, tx, number);
    const action = await decide(customer, tx);
    const decision = decideCustomerAction(customer, action);
    if (decision.kind === 'unchanged') {
      await follow?.(customer, tx, { hasChanged: false });
      return toCustomer(customer);
    }
    const { change, event } = decision;
    await tx.customers.update(customer.number, change);
    tx.raise(eventOf(customer, action));
    const changed = applyCustomerChange(customer, change);
    const recorded =
      event === undefined
        ? changed
        : await recordEvent(dependencies, tx, { customer: changed, event, plan: await readPlan(tx) });
    await follow?.(recorded, tx, { hasChanged: true });
    return toCustomer(recorded);
  });
}

const eventTypes = {
  archive: 'customer.archived',
  unarchive: 'customer.unarchived',
  block: 'customer.blocked',
  unblock: 'customer.unblocked',
  opt_in: 'customer.opted_in',
  opt_out: 'customer.opted_out',
  unassign: 'customer.unassigned',
} as const;

/** @spec EV6 */
function eventOf(customer: CustomerRecord, action: CustomerAction): RaisedEvent {
  const place = placeOfCustomer(customer);
  if (action.kind === 'assign') return { type: 'customer.assigned', ...place, agentId: action.agentId };
  if (action.kind === 'assign_bot') return { type: 'customer.assigned', ...place, botId: action.botId };
  return { type: eventTypes[action.kind], ...place };
}

interface CustomerEvent {
  readonly customer: CustomerRecord;
  readonly event: EventContent['data'];
  readonly plan: PlanTier;
}

/** @returns The customer after the event was counted. */
async function recordEvent(
  dependencies: Pick<CustomerActionDependencies, 'clock' | 'ids' | 'limits'>,
  tx: EngineTransaction,
  { customer, event, plan }: CustomerEvent,
): Promise<CustomerRecord> {
  const place = { customer, channel: await channelOf(tx, customer), plan };
  const content = { type: 'event', data: event } as const;
  const recorded = await recordMessages(dependencies, tx, place, [{ content, sender: systemSender }]);
  return recorded.customer;
}

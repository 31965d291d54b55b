import { applyCustomerChange } from '../../domain/customer/customer.ts';
import { type CustomerAction, decideCustomerAction } from '../../domain/customer/decide-customer-action.ts';
import { systemSender } from '../../domain/message/message.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { RaisedEvent } from '../events/engine-events.ts';
import { loadPlace, planMessages } from '../messages/record-messages.ts';
import type { Changes, Part } from '../use-case/use-case.ts';
import { type CustomerWithPlan, placeOfCustomer } from './customer-records.ts';

/**
 * Takes an action on a customer: the change, and the message about it.
 *
 * @param changes - The writes and events are added here.
 * @returns The customer after the action: the same object when nothing changes.
 * @spec CU15, CU16, CU17, CU18, CU19, CU20, CU28, CU30, MS38
 */
export function* actOnCustomer(
  parts: EngineParts,
  changes: Changes,
  { customer, plan }: CustomerWithPlan,
  action: CustomerAction,
): Part<CustomerRecord> {
  const decision = decideCustomerAction(customer, action);
  if (decision.kind === 'unchanged') return customer;
  const { change, event } = decision;
  changes.events.push(eventOf(customer, action));
  const changed = applyCustomerChange(customer, change);
  if (event === undefined) {
    changes.operations.push({ kind: 'updateCustomer', number: customer.number, change });
    return changed;
  }
  const content = { type: 'event', data: event } as const;
  const place = yield* loadPlace(changed, plan);
  return planMessages(parts, changes, place, [{ content, sender: systemSender }], change).customer;
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

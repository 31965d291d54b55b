import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { LoadPlan } from '../hook-plans.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';

/**
 * Loads a customer. The commit of a use-case requires that nobody has changed it since.
 *
 * @throws {EngineError} `customer_not_found`
 * @spec CU28, CU40, PE3, PE4
 */
export function* loadCustomer(caller: Pick<Caller, 'principal'>, number: unknown): Part<CustomerRecord> {
  const [customer] = yield* load({ kind: 'customer', number: requireNumber(number) });
  return yield* visibleCustomer(caller, customer);
}

export interface CustomerWithPlan {
  readonly customer: CustomerRecord;
  /** The plan of the brand. */
  readonly plan: PlanTier;
}

/** Loads a customer and the plan of the brand, for a use-case that adds messages to the conversation. */
export function* loadCustomerWithPlan(
  caller: Pick<Caller, 'principal'>,
  number: unknown,
  loadPlan: LoadPlan,
): Part<CustomerWithPlan> {
  const [customer, ...planned] = yield* load({ kind: 'customer', number: requireNumber(number) }, ...loadPlan.loads);
  return { customer: yield* visibleCustomer(caller, customer), plan: loadPlan.from(planned) };
}

function requireNumber(number: unknown): number {
  if (!Number.isSafeInteger(number)) throw new EngineError('customer_not_found');
  return number as number;
}

function* visibleCustomer(
  { principal }: Pick<Caller, 'principal'>,
  customer: CustomerRecord | undefined,
): Part<CustomerRecord> {
  const isVisible = customer?.purpose === 'live' && principal.workspaces.includes(customer.workspace);
  if (customer === undefined || !isVisible) throw new EngineError('customer_not_found');
  const [found = customer] = yield* withoutDestroyedBots([customer]);
  return found;
}

/**
 * Removes the ids of destroyed bots from customers. Stored records keep such an id until the customer writes next,
 * since updating all customers of a bot could take too long.
 *
 * @spec CU64
 */
export function* withoutDestroyedBots(customers: readonly CustomerRecord[]): Part<readonly CustomerRecord[]> {
  const ids = [...new Set(customers.flatMap(({ botId }) => botId ?? []))];
  if (ids.length === 0) return customers;
  const [linked] = yield* load({ kind: 'linkedBots', ids, numbers: [] });
  const present = new Set(linked.map(({ id }) => id));
  return customers.map((customer) => {
    const { botId, ...others } = customer;
    return botId === undefined || present.has(botId) ? customer : others;
  });
}

/** Erases a customer with the messages, the conversation and the bodies of deliveries. @spec CU37 */
export function eraseCustomer(
  { clock }: Pick<EngineParts, 'clock'>,
  { operations, events }: Changes,
  customer: CustomerRecord,
): void {
  operations.push({ kind: 'eraseCustomer', number: customer.number, at: clock.now() });
  events.push({ type: 'customer.deleted', ...placeOfCustomer(customer) });
}

/** The customer as callers see it. */
export function toCustomer(record: CustomerRecord): Customer {
  const { workspace: _, purpose: __, ...customer } = record;
  return customer;
}

/** The members of an event that identify a customer. */
export function placeOfCustomer({ number: customerNumber, channelNumber, workspace }: CustomerRecord): {
  readonly customerNumber: number;
  readonly channelNumber: number;
  readonly workspace: number;
} {
  return { customerNumber, channelNumber, workspace };
}

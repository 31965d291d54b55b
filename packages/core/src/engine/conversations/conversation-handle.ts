import { findJsonFault } from '../../domain/json/find-json-fault.ts';
import { isJsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { Message } from '../../domain/message/message.ts';
import type { EffectOutcome } from '../../ports/conversation-runner.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { EngineError } from '../engine-error.ts';
import { invalidParameters } from '../input/read-input.ts';
import type { Conversations } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { createDesk } from './desk.ts';
import { settle } from './settle.ts';
import { receiveVisit, startVisit } from './visit.ts';

/** Binds what can be done with conversations to one caller. */
export function bindConversations(scope: Scope): Conversations {
  return {
    receive: (visit) => receiveVisit(scope, visit),
    start: (visit) => startVisit(scope, visit),
    messages: (customer, after) => listMessagesAfter(scope, customer, after),
    async settle(customer) {
      const { number: customerNumber } = await findTalker(scope, customer);
      await settle(createDesk(scope), { brand: scope.principal.brand, customerNumber });
    },
    close: (customer) => pushFor(scope, customer, { kind: 'closed' }),
    resolve: async (customer, effect, outcome) =>
      pushFor(scope, customer, { kind: 'result', effect, outcome: readOutcome(outcome) }),
  };
}

/** @spec CV46, CV48 */
async function listMessagesAfter(scope: Scope, number: number, after = 0): Promise<readonly Message[]> {
  const customer = await findTalker(scope, number);
  const limit = Math.max(0, customer.lastSeq - after);
  const { items } = await readerOf(scope).messages.list(customer.number, { offset: 0, limit });
  return items.filter(({ seq }) => seq > after).toReversed();
}

/** A customer of a live or of a test channel. @spec CV48 */
async function findTalker(scope: Scope, number: unknown): Promise<CustomerRecord> {
  const found = Number.isSafeInteger(number) ? await readerOf(scope).customers.find(number as number) : undefined;
  if (found === undefined || !scope.principal.workspaces.includes(found.workspace)) {
    throw new EngineError('customer_not_found');
  }
  return found;
}

/** @spec CV24, CV47, CV48 */
async function pushFor(scope: Scope, number: number, item: InboxItem): Promise<void> {
  const seen = await findTalker(scope, number);
  await scope.storage.transaction(scope.principal.brand, async (tx) => {
    const customer = await tx.customers.claim(seen.number);
    if (customer === undefined) throw new EngineError('customer_not_found');
    await tx.conversations.push(customer.number, item, scope.clock.now());
  });
}

/** @throws {EngineError} `invalid_parameters` */
function readOutcome(outcome: unknown): EffectOutcome {
  const fault = findJsonFault(outcome);
  if (fault === undefined && isJsonObject(outcome)) {
    const isDone = ownMember(outcome, 'ok') === true;
    const hasFailed = ownMember(outcome, 'ok') === false && typeof ownMember(outcome, 'reason') === 'string';
    if (isDone || hasFailed) return outcome as unknown as EffectOutcome;
  }
  throw invalidParameters('outcome', 'Expected { ok: true, value } or { ok: false, reason }, as JSON.');
}

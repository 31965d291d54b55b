import type { BotRecord } from '../../ports/bot-store.ts';
import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { LockedBots, LockedCustomers, requireChannelOf } from '../locked-records.ts';
import type { Decided } from '../records/interpret.ts';
import type { Load } from '../records/loads.ts';
import type { Operation, OperationOf } from '../records/operations.ts';
import type { Part } from './use-case.ts';

interface Loaded {
  readonly bots: LockedBots;
  readonly customers: LockedCustomers;
  readonly channels: Map<number, ChannelRecord | undefined>;
}

type Checking = {
  readonly [TKind in Operation['kind']]: ((loaded: Loaded, operation: OperationOf<TKind>) => void) | 'unchecked';
};

/** The checks of a transaction that makes the same changes. */
const checking: Checking = {
  addDeliveries: 'unchecked',
  clearDeaths: ({ customers }, { customer }) => customers.require(customer),
  completeRequest: 'unchecked',
  connectAccount: 'unchecked',
  delistAccount: 'unchecked',
  deleteHook: 'unchecked',
  deleteVersion: ({ bots }, { botId }) => bots.require(botId),
  destroyBot({ bots }, { id }) {
    bots.require(id);
    bots.add(id, false);
  },
  dropReservation: ({ bots }, { botId }) => bots.require(botId),
  endPending: 'unchecked',
  endStep: ({ customers }, { customer }) => customers.requirePresent(customer),
  enqueue: ({ customers }, { customer }) => customers.requirePresent(customer),
  eraseCustomer({ customers }, { number }) {
    customers.require(number);
    customers.add(number, undefined);
  },
  eraseDeliveries: 'unchecked',
  freeRequest: 'unchecked',
  giveUpStep({ customers }, { customer, step }) {
    if (step.record === undefined) customers.require(customer);
    else customers.requirePresent(customer);
  },
  insertAttempt: 'unchecked',
  insertBot: ({ bots }, { bot }) => bots.add(bot.id, true),
  insertChannel: ({ channels }, { channel }) => channels.set(channel.number, channel),
  insertConnection: 'unchecked',
  insertCustomer({ customers, channels }, { customer }) {
    requireChannelOf(customer, channels.get(customer.channelNumber));
    customers.add(customer.number, customer);
  },
  insertHook: 'unchecked',
  insertMessage: ({ customers }, { customer, message }) => customers.addMessage(customer, message.seq),
  labelVersion: ({ bots }, { botId }) => bots.require(botId),
  putDraft: ({ bots }, { next, expected }) => bots.requireNextRevision(next, expected),
  putFeedback: ({ bots }, { botId }) => bots.requirePresent(botId),
  putTestDeployment: ({ bots }, { deployment }) => bots.requirePresent(deployment.botId),
  reencryptTokens: 'unchecked',
  replaceConnection: 'unchecked',
  replaceTokens: 'unchecked',
  reserveRequest: 'unchecked',
  reserveVersion: ({ bots }, { version }) => bots.requirePresent(version.botId),
  revealVersion: ({ bots }, { botId }) => bots.require(botId),
  takeAttempt: 'unchecked',
  updateBot: ({ bots }, { id }) => bots.requirePresent(id),
  updateChannel: 'unchecked',
  updateCustomer: ({ customers }, { number }) => customers.requirePresent(number),
  updateHook: 'unchecked',
};

/**
 * Runs a use-case, and throws if its decision breaks a rule that the engine has to follow: the decision does not reach
 * the store then. Loads the channels in which it makes customers, unless it has loaded them.
 *
 * @spec ST16, ST17, ST32, ST67, ST68, ST69, ST74, ST81, CQ4
 */
export function* checkedUseCase<TDecided extends Decided>(useCase: Part<TDecided>): Part<TDecided> {
  const loaded: Loaded = { bots: new LockedBots(), customers: new LockedCustomers(), channels: new Map() };
  let step = useCase.next([]);
  while (step.done !== true) {
    const loads = step.value;
    for (const each of loads) noteAsked(loaded, each);
    const answers = yield loads;
    for (const [index, each] of loads.entries()) noteAnswer(loaded, each, answers[index]);
    step = useCase.next(answers);
  }
  const { operations } = step.value;
  const missing = missingChannels(loaded, operations);
  if (missing.length > 0) {
    const answers = yield missing;
    for (const [index, each] of missing.entries()) noteAnswer(loaded, each, answers[index]);
  }
  for (const operation of operations) check(loaded, operation);
  return step.value;
}

/** Loads a batch in its order. */
function noteAsked({ customers }: Loaded, load: Load): void {
  if (load.kind === 'customer') customers.ask(load.number);
  if (load.kind === 'work') customers.require(load.customer);
}

function noteAnswer({ bots, customers, channels }: Loaded, load: Load, answer: unknown): void {
  switch (load.kind) {
    case 'lockedBot':
      bots.add(load.id, (answer as BotRecord | undefined) !== undefined);
      break;
    case 'customer':
      customers.add(load.number, answer as CustomerRecord | undefined);
      break;
    case 'customerByToken':
      if (answer !== undefined) customers.add((answer as CustomerRecord).number, answer as CustomerRecord);
      break;
    case 'channel':
      channels.set(load.number, answer as ChannelRecord | undefined);
      break;
    default:
  }
}

function missingChannels({ channels }: Loaded, operations: readonly Operation[]): readonly Load<'channel'>[] {
  const numbers = operations.flatMap((each) => (each.kind === 'insertCustomer' ? [each.customer.channelNumber] : []));
  return [...new Set(numbers)].filter((number) => !channels.has(number)).map((number) => ({ kind: 'channel', number }));
}

function check<TKind extends Operation['kind']>(loaded: Loaded, operation: OperationOf<TKind>): void {
  const checkOne = checking[operation.kind as TKind];
  if (checkOne !== 'unchecked') checkOne(loaded, operation);
}

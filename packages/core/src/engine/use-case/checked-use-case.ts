import type { BotRecord } from '../../records/bots.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { Decided } from '../records/interpret.ts';
import type { Load } from '../records/loads.ts';
import type { Operation, OperationOf } from '../records/operations.ts';
import type { Part } from './use-case.ts';

/**
 * The locked and loaded data of a use-case, in its state after the earlier operations. `undefined`: the brand does not
 * have the record.
 */
class Loaded {
  readonly bots = new Map<string, true | undefined>();
  /** The number of the last message of each customer. */
  readonly customers = new Map<number, number | undefined>();
  readonly channels = new Map<number, ChannelRecord | undefined>();

  requireBot(id: string): void {
    if (!this.bots.has(id)) throw new Error('A use-case must lock a bot before it writes to it.');
  }

  requirePresentBot(id: string): void {
    this.requireBot(id);
    if (this.bots.get(id) === undefined) throw new Error('The brand has no such bot.');
  }

  requireCustomer(number: number): void {
    if (!this.customers.has(number)) throw new Error('A use-case must lock a customer before it writes to it.');
  }

  requirePresentCustomer(number: number): number {
    this.requireCustomer(number);
    const lastSeq = this.customers.get(number);
    if (lastSeq === undefined) throw new Error('The brand has no such customer.');
    return lastSeq;
  }
}

type Checking = {
  readonly [TKind in Operation['kind']]: ((loaded: Loaded, operation: OperationOf<TKind>) => void) | 'unchecked';
};

/** The checks of the operations of a decision, by their kinds. */
const checking: Checking = {
  addDeliveries: 'unchecked',
  clearDeaths: (loaded, { customer }) => loaded.requireCustomer(customer),
  completeRequest: 'unchecked',
  connectAccount: 'unchecked',
  delistAccount: 'unchecked',
  deleteHook: 'unchecked',
  deleteVersion: (loaded, { botId }) => loaded.requireBot(botId),
  destroyBot(loaded, { id }) {
    loaded.requireBot(id);
    loaded.bots.set(id, undefined);
  },
  dropReservation: (loaded, { botId }) => loaded.requireBot(botId),
  endPending: 'unchecked',
  endStep: (loaded, { customer }) => loaded.requirePresentCustomer(customer),
  enqueue: (loaded, { customer }) => loaded.requirePresentCustomer(customer),
  eraseCustomer(loaded, { number }) {
    loaded.requireCustomer(number);
    loaded.customers.set(number, undefined);
  },
  eraseDeliveries: 'unchecked',
  freeRequest: 'unchecked',
  giveUpStep(loaded, { customer, step }) {
    if (step.record === undefined) loaded.requireCustomer(customer);
    else loaded.requirePresentCustomer(customer);
  },
  insertAttempt: 'unchecked',
  insertBot: ({ bots }, { bot }) => bots.set(bot.id, true),
  insertChannel: ({ channels }, { channel }) => channels.set(channel.number, channel),
  insertConnection: 'unchecked',
  insertCustomer({ customers, channels }, { customer }) {
    const channel = channels.get(customer.channelNumber);
    if (channel === undefined) throw new Error('The brand has no such channel.');
    if (channel.workspace !== customer.workspace || channel.purpose !== customer.purpose) {
      throw new Error('A customer must have the workspace and the purpose of its channel.');
    }
    customers.set(customer.number, customer.lastSeq);
  },
  insertHook: 'unchecked',
  insertJournalEntry: (loaded, { entry }) => void loaded.requirePresentCustomer(entry.customerNumber),
  insertMessage(loaded, { customer, message: { seq } }) {
    if (seq !== loaded.requirePresentCustomer(customer) + 1) {
      throw new Error("A message must be numbered one more than the customer's last.");
    }
    loaded.customers.set(customer, seq);
  },
  labelVersion: (loaded, { botId }) => loaded.requireBot(botId),
  putDraft(loaded, { next: { botId, revision }, expected }) {
    loaded.requireBot(botId);
    if (revision <= expected) throw new Error('The revision of a draft must grow.');
  },
  putFeedback: (loaded, { botId }) => loaded.requirePresentBot(botId),
  putScenarios: (loaded, { next }) => loaded.requirePresentBot(next.botId),
  putTestDeployment: (loaded, { deployment }) => loaded.requirePresentBot(deployment.botId),
  reencryptTokens: 'unchecked',
  replaceConnection: 'unchecked',
  replaceTokens: 'unchecked',
  reserveRequest: 'unchecked',
  reserveVersion: (loaded, { version }) => loaded.requirePresentBot(version.botId),
  revealVersion: (loaded, { botId }) => loaded.requireBot(botId),
  takeAttempt: 'unchecked',
  updateBot: (loaded, { id }) => loaded.requirePresentBot(id),
  updateChannel: 'unchecked',
  updateCustomer: (loaded, { number }) => loaded.requirePresentCustomer(number),
  updateHook: 'unchecked',
};

/**
 * Runs a use-case, and throws if its decision breaks an invariant of the engine, before the decision reaches the store.
 * Loads the channels of new customers, unless the use-case has loaded them.
 *
 * @spec ST16, ST17, ST32, ST67, ST68, ST69, ST74, ST81, CQ4
 */
export function* checkedUseCase<TDecided extends Decided>(useCase: Part<TDecided>): Part<TDecided> {
  const loaded = new Loaded();
  let step = useCase.next([]);
  while (step.done !== true) {
    const loads = step.value;
    for (const each of loads) noteLoad(loaded, each);
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

/** Records a load. */
function noteLoad(loaded: Loaded, load: Load): void {
  const { customers } = loaded;
  if (load.kind === 'customer' && !customers.has(load.number)) customers.set(load.number, undefined);
  if (load.kind === 'work') loaded.requireCustomer(load.customer);
}

function noteAnswer({ bots, customers, channels }: Loaded, load: Load, answer: unknown): void {
  switch (load.kind) {
    case 'lockedBot':
      bots.set(load.id, (answer as BotRecord | undefined) && true);
      break;
    case 'customer':
      customers.set(load.number, (answer as CustomerRecord | undefined)?.lastSeq);
      break;
    case 'customerByToken':
      if (answer !== undefined) {
        const { number, lastSeq } = answer as CustomerRecord;
        customers.set(number, lastSeq);
      }
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

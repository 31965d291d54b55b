import type { Load, LoadKind, LoadKinds } from '../../ports/loads.ts';
import { type Committed, Conflict, type Operation, type OperationOf } from '../../ports/operations.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import type { Decision, UseCase } from './use-case.ts';

type Tx = Omit<EngineTransaction, 'raise'>;

const loadWith: {
  readonly [TKind in LoadKind]: (tx: Tx, key: LoadKinds[TKind]['key']) => Promise<LoadKinds[TKind]['answer']>;
} = {
  bot: (tx, { id }) => tx.bots.find(id),
  botByNumber: async (tx, { number }) => (await tx.bots.findLinked({ ids: [], numbers: [number] }))[0],
  bots: (tx, { query }) => tx.bots.list(query),
  channel: (tx, { number }) => tx.channels.find(number),
  conversation: (tx, { customer }) => tx.conversations.find(customer),
  countExpiring: (tx, { channel, upTo }) => tx.customers.countExpiring(channel, upTo),
  customer: (tx, { number }) => tx.customers.lock(number),
  customerByToken: (tx, { channel, token }) => tx.customers.lockByToken(channel, token),
  customerNumber: (tx) => tx.customers.nextNumber(),
  feedback: (tx, { botId }) => tx.feedback.find(botId),
  firstExpiring: (tx, { channel, after, limit }) => tx.customers.listExpiring(channel, after, limit),
  hooks: async (tx, { channel }) => (await tx.hooks.list({ channelNumber: channel, active: true })).items,
  inboxEntry: (tx, { customer }) => tx.conversations.next(customer),
  message: (tx, { customer, uuid }) => tx.messages.find(customer, uuid),
  plan: (tx) => tx.settings.plan(),
  testDeployment: (tx, { botId }) => tx.testDeployments.find(botId),
  work: (tx, { customer, worker }) => tx.conversations.load(customer, worker),
};

const applyWith: {
  readonly [TKind in Operation['kind']]: (
    tx: Tx,
    operation: OperationOf<TKind>,
  ) => Promise<Partial<Committed> | undefined | void>;
} = {
  async insertCustomer(tx, { customer }) {
    if ((await tx.customers.insert(customer)) === 'token_taken') throw new Conflict();
  },
  updateCustomer: (tx, { number, change }) => tx.customers.update(number, change),
  async eraseCustomer(tx, { number, at }) {
    await tx.deliveries.eraseOfCustomer(number, at);
    await tx.customers.destroy(number);
  },
  insertMessage: (tx, { customer, message }) => tx.messages.insert(customer, message),
  addDeliveries: (tx, { deliveries }) => tx.deliveries.add(deliveries),
  updateChannel: (tx, { number, change }) => tx.channels.update(number, change),
  async enqueue(tx, { customer, item, at, holder }) {
    return { isLeased: await tx.conversations.push(customer, item, at, holder) };
  },
  clearDeaths: (tx, { customer }) => tx.conversations.clearDeaths(customer),
  async giveUpStep(tx, { customer, step: { record, entry } }) {
    if (record !== undefined) await tx.conversations.put(record);
    if (entry !== undefined) await tx.conversations.drop(customer, entry);
    await tx.conversations.clearDeaths(customer);
  },
  async endStep(tx, { customer, worker, step }) {
    return { isFinished: await tx.conversations.endStep(customer, worker, step) };
  },
};

/** Runs a use-case once in a transaction of the store. */
export async function runInTransaction<T>(tx: Tx, useCase: UseCase<T>): Promise<Decision<T>> {
  let step = useCase.next([]);
  // What is loaded of the settings needs their revision. A failure shows in the next call of the transaction.
  if (step.done !== true) tx.settings.revision().catch(() => undefined);
  while (step.done !== true) {
    try {
      const answers = await Promise.all(step.value.map((load: Load) => loadWith[load.kind](tx, load as never)));
      step = useCase.next(answers);
    } catch (error) {
      step = useCase.throw(error);
    }
  }
  return step.value;
}

export async function applyInTransaction(tx: Tx, operations: readonly Operation[]): Promise<Committed> {
  const results: unknown[] = [];
  for (const operation of operations) {
    const result = applyWith[operation.kind](tx, operation as never);
    // A customer has to be there before something of theirs is stored.
    results.push(operation.kind === 'insertCustomer' ? await result : result);
  }
  return Object.assign({ isLeased: false, isFinished: false }, ...(await Promise.all(results)));
}

import { after } from './later.ts';
import type { Load, LoadKind, LoadKinds } from './loads.ts';
import {
  type Committed,
  Conflict,
  type Decided,
  type Executed,
  type LoadAndDecide,
  noLeases,
  type Operation,
  type OperationOf,
  RequestLost,
  ReservationLost,
} from './operations.ts';
import { expectsSettings } from './settings-memory.ts';
import type { BrandReader, BrandTransaction, Storage } from './storage.ts';

/** The stores of one transaction. */
type Stores = Omit<BrandTransaction, 'queued'>;

type Loading = {
  readonly [TKind in LoadKind]: (stores: Stores, load: LoadKinds[TKind]['key']) => Promise<LoadKinds[TKind]['answer']>;
};

const loading: Loading = {
  account: ({ accounts }, { id }) => accounts.find(id),
  accountByExternalId: ({ accounts }, { accountKind, externalId }) =>
    accounts.findByExternalId(accountKind, externalId),
  accountConnection: ({ accountConnections }, { id }) => accountConnections.find(id),
  authorizationAttempt: ({ accountConnections }, { stateHash }) => accountConnections.findAttempt(stateHash),
  bot: ({ bots }, { id }) => bots.find(id),
  botNumber: ({ bots }) => bots.nextNumber(),
  bots: ({ bots }, { query }) => bots.list(query),
  channel: ({ channels }, { number }) => channels.find(number),
  channelNumber: ({ channels }) => channels.nextNumber(),
  channels: ({ channels }, { query }) => channels.list(query),
  channelsOfBot: ({ channels }, { botId }) => channels.listByBot(botId),
  conversation: ({ conversations }, { customer }) => conversations.find(customer),
  countExpiring: ({ customers }, { channel, upTo }) => customers.countExpiring(channel, upTo),
  customer: ({ customers }, { number }) => customers.lock(number),
  customerByToken: ({ customers }, { channel, token }) => customers.lockByToken(channel, token),
  customerNumber: ({ customers }) => customers.nextNumber(),
  delivery: ({ deliveries }, { id }) => deliveries.find(id),
  deliveryBody: ({ deliveries }, { id }) => deliveries.findBody(id),
  draft: ({ drafts }, { botId }) => drafts.find(botId),
  draftHead: ({ drafts }, { botId }) => drafts.findHead(botId),
  feedback: ({ feedback }, { botId }) => feedback.find(botId),
  firstExpiring: ({ customers }, { channel, after: moment, limit }) => customers.listExpiring(channel, moment, limit),
  hook: ({ hooks }, { number }) => hooks.find(number),
  hookList: ({ hooks }, { query }) => hooks.list(query),
  hookNumber: ({ hooks }) => hooks.nextNumber(),
  hooks: ({ hooks }, { channel }) => after(hooks.list({ channelNumber: channel, active: true }), ({ items }) => items),
  inboxEntry: ({ conversations }, { customer }) => conversations.next(customer),
  linkedBots: ({ bots }, wanted) => bots.findLinked(wanted),
  liveVersion: ({ bots }, { botId }) => after(bots.find(botId), (bot) => bot?.liveVersion),
  lockedBot: ({ bots }, { id }) => bots.lock(id),
  lockedChannel: ({ channels }, { number }) =>
    after(channels.find(number), (seen) => seen && after(channels.update(number, {}), () => channels.find(number))),
  lockedHook: ({ hooks }, { number }) =>
    after(hooks.update(number, {}), (outcome) => (outcome === 'absent' ? undefined : hooks.find(number))),
  lockedRequest: ({ requests }, { request }) => requests.lock(request),
  message: ({ messages }, { customer, uuid }) => messages.find(customer, uuid),
  plan: ({ settings }) => settings.plan(),
  testDeployment: ({ testDeployments }, { botId }) => testDeployments.find(botId),
  version: ({ versions }, { botId, id }) => versions.find(botId, id),
  work: ({ conversations }, { customer, worker }) => conversations.load(customer, worker),
};

type Applying = {
  readonly [TKind in Operation['kind']]: (stores: Stores, operation: OperationOf<TKind>) => Promise<unknown>;
};

const applying: Applying = {
  addDeliveries: ({ deliveries }, { deliveries: added }) => deliveries.add(added),
  clearDeaths: ({ conversations }, { customer }) => conversations.clearDeaths(customer),
  completeRequest: ({ requests }, { request, run, response, at }) =>
    after(requests.complete(request, run, response, at), (outcome) => {
      if (outcome === 'lost') throw new RequestLost();
    }),
  connectAccount: ({ accounts }, { account, returns }) =>
    after(accounts.connect(account, { returns }), ({ id }) => {
      if (id !== account.id) throw new Conflict();
    }),
  deleteHook: ({ hooks }, { number }) => after(hooks.delete(number), conflictIf('absent')),
  deleteVersion: ({ versions }, { botId, id }) => after(versions.delete(botId, id), conflictIf('absent')),
  delistAccount: ({ accounts }, { id, status, expected }) =>
    after(accounts.delist(id, status, expected), conflictIf('stale')),
  destroyBot: ({ bots }, { id }) => bots.destroy(id),
  dropReservation: ({ versions }, { botId, id }) => versions.dropReservation(botId, id),
  endPending: ({ deliveries }, { target, at }) => deliveries.endPending(target, at),
  endStep: ({ conversations }, { customer, worker, step }) =>
    after(conversations.endStep(customer, worker, step), (isFinished) => ({ isFinished })),
  enqueue: ({ conversations }, { customer, item, at, holder }) =>
    after(conversations.push(customer, item, at, holder), (isLeased) => ({ isLeased })),
  eraseCustomer: ({ customers, deliveries }, { number, at }) =>
    after(deliveries.eraseOfCustomer(number, at), () => customers.destroy(number)),
  eraseDeliveries: ({ deliveries }, { botId, at }) => deliveries.eraseOfBot(botId, at),
  freeRequest: ({ requests }, { request, run }) => requests.free(request, run),
  giveUpStep: ({ conversations }, { customer, step: { record, entry } }) =>
    after(record && conversations.put(record), () =>
      after(entry === undefined ? undefined : conversations.drop(customer, entry), () =>
        conversations.clearDeaths(customer),
      ),
    ),
  insertAttempt: ({ accountConnections }, { attempt }) => accountConnections.insertAttempt(attempt),
  insertBot: ({ bots, channels, drafts }, { bot, channels: added, draft }) =>
    after(
      added.reduce<Promise<unknown>>(
        (before, channel) => after(before, () => channels.insert(channel)),
        bots.insert(bot),
      ),
      () => drafts.insert(draft),
    ),
  insertChannel: ({ channels }, { channel }) => channels.insert(channel),
  insertConnection: ({ accountConnections }, { connection }) => accountConnections.insert(connection),
  insertCustomer: ({ customers }, { customer }) => after(customers.insert(customer), conflictIf('token_taken')),
  insertHook: ({ hooks }, { hook }) => hooks.insert(hook),
  insertMessage: ({ messages }, { customer, message }) => messages.insert(customer, message),
  labelVersion: ({ versions }, { botId, id, label }) => after(versions.label(botId, id, label), conflictIf('absent')),
  putDraft: ({ drafts }, { next, expected, keep }) =>
    after(
      'diagramJson' in next ? drafts.replace(next, expected, keep) : drafts.append(next, expected, keep),
      conflictIf('stale'),
    ),
  putFeedback: ({ feedback }, { botId, configuration }) => feedback.put(botId, configuration),
  putTestDeployment: ({ testDeployments }, { deployment }) => testDeployments.put(deployment),
  reencryptTokens: ({ accounts }, { id, former, next }) =>
    after(accounts.reencryptTokens(id, former, next), conflictIf('stale')),
  replaceConnection: ({ accountConnections }, { next, expected }) =>
    after(accountConnections.replace(next, expected), conflictIf('stale')),
  replaceTokens: ({ accounts }, { id, tokens, expected }) =>
    after(accounts.replaceTokens(id, tokens, expected), conflictIf('stale')),
  reserveRequest: ({ requests }, { reservation, expected }) =>
    after(requests.reserve(reservation), ({ kind }) => {
      if (kind !== expected) throw new Conflict();
    }),
  reserveVersion: ({ versions }, { version, at }) => versions.reserve(version, at),
  revealVersion: ({ versions }, { botId, id, at }) =>
    after(versions.reveal(botId, id, at), (outcome) => {
      if (outcome === 'gone') throw new ReservationLost('The reservation was gone before it went live.');
    }),
  takeAttempt: ({ accountConnections }, { stateHash }) =>
    after(accountConnections.takeAttempt(stateHash), conflictIf('spent')),
  updateBot: ({ bots }, { id, change }) => bots.update(id, change),
  updateChannel: ({ channels }, { number, change }) => channels.update(number, change),
  updateCustomer: ({ customers }, { number, change }) => customers.update(number, change),
  updateHook: ({ hooks }, { number, change }) => after(hooks.update(number, change), conflictIf('absent')),
};

/** @throws {Conflict} Where the store says that another was first. */
function conflictIf(late: string): (outcome: unknown) => void {
  return (outcome) => {
    if (outcome === late) throw new Conflict();
  };
}

/**
 * Loads for a use-case in a transaction, with the locks that its commit needs. Does not wait for stores that answer
 * synchronously, against their types.
 */
export function loadFrom(stores: Stores, load: Load): Promise<unknown> {
  return loading[load.kind](stores, load as never);
}

/**
 * Makes one change of a decision in a transaction.
 *
 * @returns Its part of `Committed`.
 * @throws {Conflict}
 * @throws {RequestLost}
 */
export function applyTo(stores: Stores, operation: Operation): Promise<unknown> {
  return applying[operation.kind](stores, operation as never);
}

/** Runs a use-case once in a transaction, as a store without `execute` does. */
export function executeInTransaction<TDecided extends Decided>(
  storage: Pick<Storage, 'transaction'>,
  brand: string,
  useCase: () => LoadAndDecide<TDecided>,
): Promise<Executed<TDecided>> {
  return storage.transaction(brand, async (tx) => {
    const decided = await decideIn(tx, useCase());
    const committed = await applyAll(tx, decided.operations);
    return { decided, committed, queued: tx.queued() };
  });
}

async function decideIn<TDecided extends Decided>(
  tx: BrandTransaction,
  useCase: LoadAndDecide<TDecided>,
): Promise<TDecided> {
  return answerLoads(tx, useCase, (first) => {
    // A failure shows in the next call of the transaction.
    if (expectsSettings(first)) tx.settings.revision().catch(() => undefined);
  });
}

/**
 * Answers all loads of a part of a use-case.
 *
 * @param stores - A reader, for a part that locks nothing.
 * @param afterFirst - Called with the first loads, once they are under way.
 */
export async function answerLoads<T>(
  stores: BrandReader,
  part: Generator<readonly Load[], T, readonly unknown[]>,
  afterFirst?: (first: readonly Load[]) => void,
): Promise<T> {
  let step = part.next([]);
  for (let isFirst = true; step.done !== true; isFirst = false) {
    const answers: unknown[] = [];
    for (const load of step.value) {
      const answer = handled(loadFrom(stores as BrandTransaction, load));
      // The records of a bot are loaded once nobody else can change them.
      answers.push(load.kind === 'lockedBot' ? await answer : answer);
    }
    if (isFirst) afterFirst?.(step.value);
    step = part.next(await Promise.all(answers));
  }
  return step.value;
}

/** Makes the changes of a decision in their order, without waiting for earlier ones on which nothing depends. */
export async function applyAll(stores: Stores, operations: readonly Operation[]): Promise<Committed> {
  const results: unknown[] = [];
  for (const operation of operations) {
    const result = handled(applyTo(stores, operation));
    // Records that belong to a bot or a customer can only be stored after them.
    const isOwner = operation.kind === 'insertBot' || operation.kind === 'insertCustomer';
    results.push(isOwner ? await result : result);
  }
  return committedOf(await Promise.all(results));
}

/** A failure shows at the await of all: an earlier one must not be an unhandled rejection. */
function handled<T>(result: Promise<T>): Promise<T> {
  if (result instanceof Promise) result.catch(() => undefined);
  return result;
}

/** @param results - Of `applyTo`. */
export function committedOf(results: readonly unknown[]): Committed {
  return Object.assign({ ...noLeases }, ...results);
}

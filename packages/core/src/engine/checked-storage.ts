import type { BotStore, FeedbackStore, TestDeploymentStore } from '../ports/bot-store.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type { CustomerStore, MessageStore } from '../ports/customer-store.ts';
import type { DraftStore } from '../ports/draft-store.ts';
import type { BrandTransaction, Storage } from '../ports/storage.ts';
import type { VersionStore } from '../ports/version-store.ts';
import { LockedBots, LockedCustomers, requireChannelOf } from './locked-records.ts';
import { checkedUseCase } from './use-case/checked-use-case.ts';
import { executing } from './use-case/executing.ts';

/**
 * Checks the rules that the engine has to follow when it uses a store, so that stores need not check them. A use-case
 * that breaks one of these rules has a bug: the call rejects before it reaches the store, and the transaction rolls
 * back.
 *
 * @spec ST16, ST17, ST32, ST67, ST68, ST69, ST74, ST81, CQ4
 */
export function checkedStorage(storage: Storage): Storage {
  return {
    capabilities: storage.capabilities,
    tenants: storage.tenants,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    rateLimiter: storage.rateLimiter,
    reader: (brand) => storage.reader(brand),
    transaction: (brand, work) => storage.transaction(brand, (tx) => work(checkedTransaction(tx))),
    ...executing(storage, (execute) => (brand, useCase) => execute(brand, () => checkedUseCase(useCase()))),
    close: () => storage.close(),
  };
}

function checkedTransaction(tx: BrandTransaction): BrandTransaction {
  const bots = new LockedBots();
  const customers = new LockedCustomers();
  return {
    ...tx,
    bots: checkedBots(tx.bots, bots),
    ...checkedBelongings(tx, bots),
    customers: checkedCustomers(tx, customers),
    messages: checkedMessages(tx.messages, customers),
    conversations: checkedConversations(tx.conversations, customers),
  };
}

function checkedBots(bots: BotStore, locked: LockedBots): BotStore {
  return {
    find: (botId) => bots.find(botId),
    list: (query) => bots.list(query),
    findLinked: (wanted) => bots.findLinked(wanted),
    nextNumber: () => bots.nextNumber(),
    async lock(botId) {
      const found = await bots.lock(botId);
      locked.add(botId, found !== undefined);
      return found;
    },
    async insert(bot) {
      const inserted = await bots.insert(bot);
      locked.add(bot.id, true);
      return inserted;
    },
    async update(botId, change) {
      locked.requirePresent(botId);
      await bots.update(botId, change);
    },
    async destroy(botId) {
      locked.require(botId);
      await bots.destroy(botId);
      locked.add(botId, false);
    },
  };
}

interface Belongings {
  readonly drafts: DraftStore;
  readonly versions: VersionStore;
  readonly feedback: FeedbackStore;
  readonly testDeployments: TestDeploymentStore;
}

/** Checks the stores of records that belong to a bot. */
function checkedBelongings(stores: Belongings, locked: LockedBots): Belongings {
  const { drafts, versions, feedback, testDeployments } = stores;
  return {
    drafts: {
      find: (botId) => drafts.find(botId),
      findHead: (botId) => drafts.findHead(botId),
      listRevisions: (botId, range) => drafts.listRevisions(botId, range),
      async insert(draft) {
        locked.requirePresent(draft.botId);
        await drafts.insert(draft);
      },
      async replace(next, expected, keep) {
        locked.requireNextRevision(next, expected);
        return drafts.replace(next, expected, keep);
      },
      async append(change, expected, keep) {
        locked.requireNextRevision(change, expected);
        return drafts.append(change, expected, keep);
      },
    },
    versions: {
      find: (botId, versionId) => versions.find(botId, versionId),
      list: (botId, range) => versions.list(botId, range),
      latest: (botId) => versions.latest(botId),
      async reserve(version, reservedAt) {
        locked.requirePresent(version.botId);
        await versions.reserve(version, reservedAt);
      },
      async reveal(botId, versionId, publishedAt) {
        locked.require(botId);
        return versions.reveal(botId, versionId, publishedAt);
      },
      async dropReservation(botId, versionId) {
        locked.require(botId);
        await versions.dropReservation(botId, versionId);
      },
      async label(botId, versionId, name) {
        locked.require(botId);
        return versions.label(botId, versionId, name);
      },
      async delete(botId, versionId) {
        locked.require(botId);
        return versions.delete(botId, versionId);
      },
    },
    feedback: {
      find: (botId) => feedback.find(botId),
      async put(botId, configuration) {
        locked.requirePresent(botId);
        await feedback.put(botId, configuration);
      },
    },
    testDeployments: {
      find: (botId) => testDeployments.find(botId),
      async put(deployment) {
        locked.requirePresent(deployment.botId);
        await testDeployments.put(deployment);
      },
    },
  };
}

function checkedCustomers({ customers, channels }: BrandTransaction, locked: LockedCustomers): CustomerStore {
  return {
    find: (number) => customers.find(number),
    findByToken: (channelNumber, token) => customers.findByToken(channelNumber, token),
    list: (query) => customers.list(query),
    search: (query) => customers.search(query),
    countExpiring: (channelNumber, upTo) => customers.countExpiring(channelNumber, upTo),
    listExpiring: (channelNumber, after, limit) => customers.listExpiring(channelNumber, after, limit),
    nextNumber: () => customers.nextNumber(),
    async lock(number) {
      locked.ask(number);
      const found = await customers.lock(number);
      locked.add(number, found);
      return found;
    },
    async lockByToken(channelNumber, token) {
      const found = await customers.lockByToken(channelNumber, token);
      if (found !== undefined) locked.add(found.number, found);
      return found;
    },
    async insert(customer) {
      requireChannelOf(customer, await channels.find(customer.channelNumber));
      const inserted = await customers.insert(customer);
      if (inserted !== 'token_taken') locked.add(inserted.number, inserted);
      return inserted;
    },
    update: (number, change) =>
      checked(
        () => locked.requirePresent(number),
        () => customers.update(number, change),
      ),
    async destroy(number) {
      locked.require(number);
      await customers.destroy(number);
      locked.add(number, undefined);
    },
  };
}

function checkedMessages(messages: MessageStore, locked: LockedCustomers): MessageStore {
  return {
    list: (customerNumber, range) => messages.list(customerNumber, range),
    find: (customerNumber, uuid) => messages.find(customerNumber, uuid),
    insert: (customerNumber, message) =>
      checked(
        () => locked.addMessage(customerNumber, message.seq),
        () => messages.insert(customerNumber, message),
      ),
  };
}

function checkedConversations(conversations: ConversationStore, locked: LockedCustomers): ConversationStore {
  /** Runs a call for a customer that is locked. */
  function ifLocked<T>(customerNumber: number, call: () => Promise<T>): Promise<T> {
    return checked(() => locked.require(customerNumber), call);
  }

  /** Runs a call for a customer that is locked and there. */
  function ifPresent<T>(customerNumber: number, call: () => Promise<T>): Promise<T> {
    return checked(() => locked.requirePresent(customerNumber), call);
  }

  return {
    find: (number) => conversations.find(number),
    put: (record) => ifPresent(record.customerNumber, () => conversations.put(record)),
    push: (number, item, at, holder) => ifPresent(number, () => conversations.push(number, item, at, holder)),
    next: (number) => conversations.next(number),
    drop: (number, entry) => ifLocked(number, () => conversations.drop(number, entry)),
    load: (number, worker) => ifLocked(number, () => conversations.load(number, worker)),
    clearDeaths: (number) => ifLocked(number, () => conversations.clearDeaths(number)),
    endStep: (number, worker, step) => ifPresent(number, () => conversations.endStep(number, worker, step)),
  };
}

/** Calls the store if the check does not throw, and otherwise rejects with the error of the check. */
function checked<T>(check: () => void, call: () => Promise<T>): Promise<T> {
  try {
    check();
  } catch (error) {
    return Promise.reject(error);
  }
  return call();
}

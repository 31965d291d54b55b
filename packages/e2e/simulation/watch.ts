import type { Message } from '@botwright/core/conversation';
import type { BrandTransaction, DraftHead, Storage } from '@botwright/core/ports';
import { type ConversationWatch, watchConversations } from './conversation-watch.ts';
import { type DeliveryWatch, watchDeliveries } from './delivery-watch.ts';
import { Violation } from './violation.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A bot in its state at the beginning of the simulation. */
export interface KnownBot {
  readonly id: string;
  readonly revision: number;
  readonly versions: readonly string[];
}

export interface WatchParts {
  readonly time: VirtualTime;
  readonly bots: readonly KnownBot[];
  fail(violation: Violation): void;
  /** Whether the brand has message hooks: `unsure` for a while after a change, since the plan is read before. */
  hasHooks(brand: string): boolean | 'unsure';
  note(line: () => string): void;
}

/**
 * Sees everything that the store commits, in the order of the commits, and reports violations. Its expectations are
 * independent of the engine.
 */
export interface Watch {
  readonly deliveries: DeliveryWatch;
  readonly conversations: ConversationWatch;
  /** The store for one machine. */
  storage(inner: Storage, machine: string): Storage;
  /** The memory store calls it under its lock, when a commit has happened. */
  onChange(): void;
  /** Compares the store with everything that was committed. */
  compare(storage: Storage): Promise<void>;
}

/** The changes of a transaction, once it commits. */
type Fact = () => void;

interface AddedMessage {
  readonly customer: number;
  readonly message: Message;
}

/** The messages of one transaction, and their receivers. */
interface Sayings {
  /** Number of the event in which the transaction began. */
  readonly begunAt: number;
  readonly said: AddedMessage[];
  /** Targets by uuid of the message. */
  readonly sent: Map<string, string[]>;
}

export function createWatch({ time, bots, fail, hasHooks, note }: WatchParts): Watch {
  const deliveries = watchDeliveries(time, fail);
  const conversations = watchConversations(fail);
  const revisions = new Map(bots.map(({ id, revision }) => [id, revision]));
  const versions = new Map(bots.map((bot) => [bot.id, [...bot.versions]]));
  const brandOfBot = new Map<string, string>();
  const answered = new Map<string, string>();
  /** When each hook was changed last. */
  const hookChanges = new Map<string, number>();
  let committing: readonly Fact[] | undefined;

  function replaced(next: DraftHead, expected: number): void {
    const before = revisions.get(next.botId);
    if (before !== undefined && (before !== expected || next.revision <= before)) {
      fail(
        new Violation(
          'one_winner',
          `The draft of ${next.botId} was at ${before}, not ${expected}, and became ${next.revision}.`,
        ),
      );
    }
    revisions.set(next.botId, next.revision);
  }

  function watchTransaction(
    brand: string,
    tx: BrandTransaction,
    facts: Fact[],
    { said, sent }: Sayings,
  ): BrandTransaction {
    return {
      ...tx,
      messages: {
        ...tx.messages,
        async insert(customer, message) {
          await tx.messages.insert(customer, message);
          said.push({ customer, message });
          facts.push(() => conversations.message(brand, customer, message));
        },
      },
      deliveries: {
        ...tx.deliveries,
        async add(added) {
          await tx.deliveries.add(added);
          for (const each of added) {
            if (each.replayOf === undefined) {
              const targets = sent.get(each.messageUuid) ?? [];
              sent.set(each.messageUuid, [...targets, `${each.target.kind}:${each.target.number}`]);
            }
            facts.push(() => deliveries.added(brand, each));
          }
        },
        async endPending(target, at) {
          await tx.deliveries.endPending(target, at);
          const name = `${brand} ${target.kind}:${target.number}`;
          facts.push(() => deliveries.ended((each) => each.target === name, at));
        },
      },
      drafts: {
        ...tx.drafts,
        async insert(draft) {
          await tx.drafts.insert(draft);
          facts.push(() => revisions.set(draft.botId, draft.revision));
        },
        async replace(next, expected, keep) {
          const result = await tx.drafts.replace(next, expected, keep);
          if (result === 'replaced') facts.push(() => replaced(next, expected));
          return result;
        },
        async append(change, expected, keep) {
          const result = await tx.drafts.append(change, expected, keep);
          if (result === 'replaced') facts.push(() => replaced(change, expected));
          return result;
        },
      },
      hooks: {
        ...tx.hooks,
        async insert(hook) {
          const made = await tx.hooks.insert(hook);
          facts.push(() => hookChanges.set(`hook:${made.number}`, time.count()));
          return made;
        },
        async update(number, change) {
          const result = await tx.hooks.update(number, change);
          facts.push(() => hookChanges.set(`hook:${number}`, time.count()));
          return result;
        },
        async delete(number) {
          const result = await tx.hooks.delete(number);
          facts.push(() => hookChanges.set(`hook:${number}`, time.count()));
          return result;
        },
      },
      versions: {
        ...tx.versions,
        async reveal(botId, versionId, publishedAt) {
          const result = await tx.versions.reveal(botId, versionId, publishedAt);
          if (result === 'revealed') {
            facts.push(() => {
              const history = versions.get(botId) ?? [];
              versions.set(botId, history);
              brandOfBot.set(botId, brand);
              if (versionId <= (history.at(-1) ?? '')) {
                fail(new Violation('history_grows', `Version ${versionId} of ${botId} comes after ${history.at(-1)}.`));
              }
              history.push(versionId);
            });
          }
          return result;
        },
        async delete(botId, versionId) {
          const result = await tx.versions.delete(botId, versionId);
          if (result === 'deleted') {
            facts.push(() => {
              const history = versions.get(botId) ?? [];
              if (history.at(-1) === versionId) {
                fail(new Violation('latest_stays', `Version ${versionId} of ${botId} was the latest and is deleted.`));
              }
              versions.set(
                botId,
                history.filter((each) => each !== versionId),
              );
            });
          }
          return result;
        },
      },
      accountConnections: {
        ...tx.accountConnections,
        async replace(next, expected) {
          const result = await tx.accountConnections.replace(next, expected);
          if (result === 'replaced') {
            facts.push(() => {
              const before = answered.get(next.id);
              if (before !== undefined) {
                fail(
                  new Violation(
                    'link_answered_once',
                    `Connection ${next.id} was ${before} and became ${next.progress.kind}.`,
                  ),
                );
              }
              const { kind } = next.progress;
              if (kind === 'connected' || kind === 'declined') answered.set(next.id, kind);
            });
          }
          return result;
        },
      },
      conversations: {
        ...tx.conversations,
        async push(customer, item, at, holder) {
          const isLeased = await tx.conversations.push(customer, item, at, holder);
          if (isLeased && holder !== undefined) facts.push(() => conversations.leased(customer, holder));
          return isLeased;
        },
        async endStep(customer, worker, step) {
          const isReleased = await tx.conversations.endStep(customer, worker, step);
          facts.push(() => conversations.step(customer, worker, isReleased));
          return isReleased;
        },
      },
    };
  }

  /** Every message has the deliveries that it should have, and no others. */
  async function checkDeliveries(brand: string, tx: BrandTransaction, { said, sent, begunAt }: Sayings): Promise<void> {
    const uuids = new Set(said.map(({ message }) => message.uuid));
    for (const uuid of sent.keys()) {
      if (!uuids.has(uuid))
        fail(new Violation('message_has_deliveries', `Deliveries of message ${uuid} came without it.`));
    }
    const planned = hasHooks(brand);
    for (const { customer, message } of said) {
      const record = await tx.customers.find(customer);
      const channel = record && (await tx.channels.find(record.channelNumber));
      if (channel === undefined) continue;
      const { items } = await tx.hooks.list({ channelNumber: channel.number, active: true });
      const hooks = items.map(({ number }) => `hook:${number}`);
      const isSpoken = message.sender.type === 'bot' || message.sender.type === 'agent';
      const own = channel.webhook !== undefined && isSpoken ? [`channel:${channel.number}`] : [];
      // A hook that another transaction changed in between may have the message or not.
      const isSettled = (target: string) => (hookChanges.get(target) ?? -1) < begunAt;
      const actual = (sent.get(message.uuid) ?? []).filter(isSettled).toSorted().join(' ');
      const wanted = [...(planned === false ? [] : hooks), ...own].filter(isSettled).toSorted().join(' ');
      const isWithoutHooks = planned === 'unsure' && actual === own.join(' ');
      if (actual !== wanted && !isWithoutHooks) {
        const detail = `Message ${message.uuid} has deliveries to [${actual}] instead of [${wanted}].`;
        fail(new Violation('message_has_deliveries', detail));
      }
    }
  }

  return {
    deliveries,
    conversations,
    onChange() {
      const facts = committing;
      committing = undefined;
      for (const fact of facts ?? []) fact();
    },
    storage: (inner, machine) => ({
      ...inner,
      deliveryQueue: deliveries.queue(inner.deliveryQueue, machine),
      conversationQueue: conversations.queue(inner.conversationQueue),
      transaction: (brand, work) =>
        inner.transaction(brand, async (tx) => {
          const facts: Fact[] = [];
          const sayings: Sayings = { begunAt: time.count(), said: [], sent: new Map() };
          const value = await work(watchTransaction(brand, tx, facts, sayings));
          if (sayings.said.length > 0 || sayings.sent.size > 0) await checkDeliveries(brand, tx, sayings);
          if (facts.length > 0) {
            committing = facts;
            note(() => `${machine} commits ${facts.length} facts of ${brand}`);
          }
          return value;
        }),
    }),
    async compare(storage) {
      for (const { brand, id, progress } of deliveries.all()) {
        const stored = (await storage.reader(brand).deliveries.find(id))?.progress;
        if (JSON.stringify(stored) !== JSON.stringify(progress)) {
          const detail = `Delivery ${id} is ${JSON.stringify(stored)} instead of ${JSON.stringify(progress)}.`;
          fail(new Violation('store_is_as_committed', detail));
        }
      }
      for (const { brand, customer, lastSeq } of conversations.all()) {
        const { items, total } = await storage.reader(brand).messages.list(customer, { offset: 0, limit: 1 });
        if (total !== lastSeq || items[0]?.seq !== lastSeq) {
          fail(
            new Violation('store_is_as_committed', `Customer ${customer} has ${total} messages instead of ${lastSeq}.`),
          );
        }
      }
      for (const [bot, brand] of brandOfBot) {
        const { items } = await storage.reader(brand).versions.list(bot, { page: 1, pageSize: 1_000 });
        const stored = items
          .map(({ id }) => id)
          .toReversed()
          .join(' ');
        const history = (versions.get(bot) ?? []).join(' ');
        if (stored !== history)
          fail(new Violation('history_grows', `Bot ${bot} has [${stored}] instead of [${history}].`));
      }
    },
  };
}

import { pageOf } from '../domain/paging/page.ts';
import { compareCodePoints } from '../domain/text.ts';
import type {
  BotListQuery,
  BotReader,
  BotRecord,
  BotStore,
  FeedbackReader,
  FeedbackStore,
  LinkedBotRecord,
  TestDeploymentReader,
  TestDeploymentStore,
} from '../ports/bot-store.ts';
import type { BotRow } from './brand-state.ts';
import { removeChannelsOfBot } from './channel-store.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function botReader(read: Read): BotReader {
  return {
    find: (botId) => read(({ bots }) => bots.get(botId)?.bot),

    list: (query) =>
      read(({ bots }) => {
        const matches = Iterator.from(bots.rows())
          .map(({ bot }) => bot)
          .filter((bot) => isWanted(bot, query))
          .toArray();
        return pageOf(matches.sort(orders[query.order]), query);
      }),

    findLinked: (wanted) =>
      read(({ bots }) => {
        const rows = [
          ...wanted.ids.map((id) => bots.get(id)),
          ...wanted.numbers.flatMap((number) => [...bots.rowsOf('number', number)]),
        ];
        return [...new Set(rows)].filter((row) => row !== undefined).map(linkedRecord);
      }),
  };
}

export function botStore(read: Read, write: Write): BotStore {
  return {
    ...botReader(read),

    /** Every write takes the write lock, which the transaction then keeps, so there is nothing more to lock. */
    lock: (botId) => write(({ bots }) => bots.get(botId)?.bot),

    insert(bot) {
      const given = frozenCopy(bot);
      return write((state) => {
        if (state.bots.get(given.id) !== undefined) throw new Error('The brand has a bot with this id.');
        const record = Object.freeze({ ...given, number: state.nextNumber('bot') });
        state.bots.put({ bot: record, revisions: [], versions: [] });
        return record;
      });
    },

    update(botId, change) {
      const given = { ...change };
      return write((state) =>
        state.changeBot(botId, (row) => ({ ...row, bot: frozenCopy({ ...row.bot, ...given }) as BotRecord })),
      );
    },

    destroy: (botId) =>
      write((state) => {
        state.bots.remove(botId);
        removeChannelsOfBot(state, botId);
      }),
  };
}

function isWanted(bot: BotRecord, query: BotListQuery): boolean {
  return (
    bot.state === query.state &&
    query.workspaces.includes(bot.workspace) &&
    (query.channelFamily === undefined || bot.channelFamily === query.channelFamily) &&
    (query.search === undefined || bot.foldedName.includes(query.search))
  );
}

type BotOrder = (a: BotRecord, b: BotRecord) => number;

const byCreation: BotOrder = (a, b) => b.createdAt - a.createdAt || compareCodePoints(a.id, b.id);

const orders: Readonly<Record<BotListQuery['order'], BotOrder>> = {
  published: (a, b) => comparePublication(a.publishedAt, b.publishedAt) || byCreation(a, b),
  created: byCreation,
  name: (a, b) => compareCodePoints(a.foldedName, b.foldedName) || compareCodePoints(a.id, b.id),
};

function comparePublication(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return b - a;
}

function linkedRecord({ bot }: BotRow): LinkedBotRecord {
  const { id, number, name, workspace, channelFamily, state } = bot;
  return { id, number, name, workspace, channelFamily, state, published: bot.publishedAt !== undefined };
}

export function feedbackReader(read: Read): FeedbackReader {
  return { find: (botId) => read(({ bots }) => bots.get(botId)?.feedback) };
}

export function feedbackStore(read: Read, write: Write): FeedbackStore {
  return {
    ...feedbackReader(read),
    put(botId, configuration) {
      const feedback = frozenCopy(configuration);
      return write((state) => state.changeBot(botId, (row) => ({ ...row, feedback })));
    },
  };
}

export function testDeploymentReader(read: Read): TestDeploymentReader {
  return { find: (botId) => read(({ bots }) => bots.get(botId)?.testDeployment) };
}

export function testDeploymentStore(read: Read, write: Write): TestDeploymentStore {
  return {
    ...testDeploymentReader(read),
    put(deployment) {
      const testDeployment = frozenCopy(deployment);
      return write((state) => state.changeBot(testDeployment.botId, (row) => ({ ...row, testDeployment })));
    },
  };
}

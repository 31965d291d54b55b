import { type Page, pageOf } from '../domain/paging/page.ts';
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
import { botComparisons, listsOfQuery } from './bot-lists.ts';
import type { BotRow, BrandView } from './brand-state.ts';
import { removeChannelsOfBot } from './channel-store.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function botReader(read: Read): BotReader {
  return {
    find: (botId) => read(({ bots }) => bots.get(botId)?.bot),

    list(query) {
      const wanted = { ...query, workspaces: [...query.workspaces] };
      return read((view) => (query.search ? search(view, wanted, query.search) : list(view, wanted)));
    },

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
        const record = Object.freeze({ ...given, number: given.number ?? state.nextNumber('bot') });
        state.bots.put({ bot: record, revisions: [], versions: [] });
        return record;
      });
    },

    nextNumber: () => write((state) => state.nextNumber('bot')),

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

function list({ bots }: BrandView, query: BotListQuery): Page<BotRecord> {
  const { page, pageSize, order } = query;
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const { items, total } = bots.slice(order, listsOfQuery(query), range);
  return { items: items.map(({ bot }) => bot), total, page, pageSize };
}

function search({ botsNamed }: BrandView, query: BotListQuery, text: string): Page<BotRecord> {
  const matches = Iterator.from(botsNamed(text))
    .map(({ bot }) => bot)
    .filter((bot) => isInFilter(bot, query) && bot.foldedName.includes(text))
    .toArray();
  return pageOf(matches.sort(botComparisons[query.order]), query);
}

function isInFilter(bot: BotRecord, query: BotListQuery): boolean {
  return (
    bot.state === query.state &&
    query.workspaces.includes(bot.workspace) &&
    (query.channelFamily === undefined || bot.channelFamily === query.channelFamily)
  );
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

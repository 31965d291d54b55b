import type { BotListQuery, BotReader, BotRecord, BotStore, LinkedBotRecord } from '../ports/bot-store.ts';
import type { Read, Write } from './access.ts';
import type { BotShelf } from './bot-shelf.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { eraseChannels } from './erase-customer.ts';
import { frozenCopy } from './frozen-copy.ts';
import { pageOf } from './page-of.ts';

export function botReader(read: Read): BotReader {
  return {
    find: (botId) => read((view) => view.shelf(botId)?.bot),

    list: (query) =>
      read((view) => {
        const matches = Iterator.from(view.shelves())
          .map((shelf) => shelf.bot)
          .filter((bot) => isWanted(bot, query))
          .toArray();
        return pageOf(matches.sort(orders[query.order]), query);
      }),

    findLinked: (wanted) =>
      read((view) => {
        const shelves = [...wanted.ids.map(view.shelf), ...wanted.numbers.map(view.shelfByNumber)];
        return [...new Set(shelves)].filter((shelf) => shelf !== undefined).map(linkedRecord);
      }),
  };
}

export function botStore(read: Read, write: Write): BotStore {
  return {
    ...botReader(read),

    claim: (botId) =>
      write((state) => {
        state.held.add(botId);
        return state.shelf(botId)?.bot;
      }),

    insert(bot) {
      const given = frozenCopy(bot);
      return write((state) => {
        if (state.shelf(given.id) !== undefined) throw new Error('The brand has a bot with this id.');
        const record = Object.freeze({ ...given, number: state.nextNumber('bot') });
        state.held.add(given.id);
        state.putShelf(given.id, { bot: record, revisions: [], versions: [] });
        return record;
      });
    },

    update(botId, change) {
      const given = { ...change };
      return write((state) => {
        if (!state.held.has(botId)) throw new Error('A bot must be claimed before it is updated.');
        state.changeShelf(botId, (shelf) => ({ ...shelf, bot: frozenCopy({ ...shelf.bot, ...given }) as BotRecord }));
      });
    },

    destroy: (botId) =>
      write((state) => {
        if (!state.held.has(botId)) throw new Error('A bot must be claimed before it is destroyed.');
        state.putShelf(botId, undefined);
        eraseChannels(state, botId);
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

function linkedRecord({ bot }: BotShelf): LinkedBotRecord {
  const { id, number, name, workspace, channelFamily, state } = bot;
  return { id, number, name, workspace, channelFamily, state, published: bot.publishedAt !== undefined };
}

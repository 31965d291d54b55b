import type { Page } from '@botwright/core/paging';
import type { BotListQuery, BotReader, BotRecord, BrandTransaction, DraftRecord, Storage } from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const botMutants: readonly Mutant[] = [
  {
    rule: 'ST12',
    fault: 'absent members come back as undefined',
    breakStorage: (sound) =>
      changeBots(sound, (bots) => ({
        async find(id) {
          const bot = await bots.find(id);
          return bot && Object.assign({ publishedAt: undefined }, bot);
        },
      })),
  },
  {
    rule: 'ST12',
    fault: 'ids are compared without case',
    breakStorage: (sound) => changeBots(sound, (bots) => ({ find: (id) => bots.find(id.trim().toLowerCase()) })),
  },
  {
    rule: 'ST13',
    fault: 'numbers of rolled-back transactions are reused',
    breakStorage(sound) {
      let last = 0;
      return {
        ...sound,
        async transaction(brand, work) {
          let mine = 0;
          const run = sound.transaction(brand, (tx) => work({ ...tx, bots: { ...tx.bots, insert: insertWith(tx) } }));
          const insertWith =
            (tx: BrandTransaction): BrandTransaction['bots']['insert'] =>
            async (bot) => {
              last += 1;
              mine += 1;
              return { ...(await tx.bots.insert(bot)), number: last };
            };
          return run.catch((error: unknown) => {
            last -= mine;
            throw error;
          });
        },
      };
    },
  },
  {
    rule: 'ST14',
    fault: 'an update does not clear',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        bots: {
          ...tx.bots,
          update(id, change) {
            const given = Object.entries(change).filter(([, value]) => value !== undefined);
            return tx.bots.update(id, Object.fromEntries(given));
          },
        },
      })),
  },
  {
    rule: 'ST15',
    fault: 'a lock does not lock',
    breakStorage: (sound) => changeTransaction(sound, (tx) => ({ bots: { ...tx.bots, lock: tx.bots.find } })),
  },
  {
    rule: 'ST17',
    fault: 'an insert replaces the bot that has the id',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        bots: {
          ...tx.bots,
          async insert(bot) {
            await tx.bots.lock(bot.id);
            await tx.bots.destroy(bot.id);
            return tx.bots.insert(bot);
          },
        },
      })),
  },
  {
    rule: 'ST18',
    fault: 'the draft outlives its bot',
    breakStorage(sound) {
      const drafts = new Map<string, DraftRecord>();
      const storage = changeReader(sound, (reader) => ({
        drafts: {
          ...reader.drafts,
          async find(id) {
            const draft = (await reader.drafts.find(id)) ?? drafts.get(id);
            if (draft !== undefined) drafts.set(id, draft);
            return draft;
          },
        },
      }));
      return {
        ...storage,
        transaction: (brand, work) =>
          sound.transaction(brand, (tx) =>
            work({
              ...tx,
              bots: {
                ...tx.bots,
                async destroy(id) {
                  const draft = await tx.drafts.find(id);
                  if (draft !== undefined) drafts.set(id, draft);
                  return tx.bots.destroy(id);
                },
              },
            }),
          ),
      };
    },
  },
  {
    rule: 'ST19',
    fault: 'lists ignore the channel family',
    breakStorage: (sound) => changeList(sound, (list, { channelFamily: _family, ...query }) => list(query)),
  },
  {
    rule: 'ST19',
    fault: 'lists look at the first workspace only',
    breakStorage: (sound) =>
      changeList(sound, (list, query) => list({ ...query, workspaces: query.workspaces.slice(0, 1) })),
  },
  {
    rule: 'ST20',
    fault: 'search reads % and _ as wildcards',
    breakStorage: (sound) =>
      changeList(sound, async (list, { search = '', ...query }) => {
        const pattern = new RegExp(
          search
            .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
            .replace(/%/g, '.*')
            .replace(/_/g, '.'),
          'u',
        );
        const page = await list(query);
        const items = page.items.filter((bot) => pattern.test(bot.foldedName));
        return { ...page, items, total: items.length };
      }),
  },
  {
    rule: 'ST21',
    fault: 'the unpublished come first',
    breakStorage: (sound) =>
      sortingBots(
        sound,
        'published',
        (a, b) => Number(a.publishedAt !== undefined) - Number(b.publishedAt !== undefined),
      ),
  },
  {
    rule: 'ST22',
    fault: 'the oldest come first',
    breakStorage: (sound) => sortingBots(sound, 'created', (a, b) => a.createdAt - b.createdAt),
  },
  {
    rule: 'ST23',
    fault: 'names sort by UTF-16 unit',
    breakStorage: (sound) =>
      sortingBots(sound, 'name', (a, b) => (a.foldedName < b.foldedName ? -1 : Number(a.foldedName > b.foldedName))),
  },
  {
    rule: 'ST23',
    fault: 'names sort by the alphabet of a language',
    breakStorage: (sound) => sortingBots(sound, 'name', (a, b) => a.foldedName.localeCompare(b.foldedName, 'en')),
  },
  {
    rule: 'ST24',
    fault: 'the total counts the page',
    breakStorage: (sound) =>
      changeList(sound, async (list, query) => {
        const page = await list(query);
        return { ...page, total: page.items.length };
      }),
  },
  {
    rule: 'ST24',
    fault: 'pages overlap by one',
    breakStorage: (sound) =>
      changeList(sound, async (list, query) => {
        const all = await list({ ...query, page: 1, pageSize: 1_000 });
        const start = Math.max(0, (query.page - 1) * query.pageSize - 1);
        return { ...query, items: all.items.slice(start, start + query.pageSize), total: all.total };
      }),
  },
  {
    rule: 'ST101',
    fault: 'bots that were destroyed stay counted',
    breakStorage(sound) {
      let destroyed = 0;
      const counted = changeList(sound, async (list, query) => {
        const page = await list(query);
        return { ...page, total: page.total + destroyed };
      });
      return changeTransaction(counted, ({ bots }) => ({
        bots: {
          ...bots,
          destroy(id) {
            destroyed += 1;
            return bots.destroy(id);
          },
        },
      }));
    },
  },
  {
    rule: 'ST101',
    fault: 'a search of three characters or more finds beginnings only',
    breakStorage: (sound) =>
      changeList(sound, async (list, query) => {
        const { search = '' } = query;
        if (search.length < 3) return list(query);
        const { items } = await list({ ...query, page: 1, pageSize: 1_000 });
        const found = items.filter((bot) => bot.foldedName.startsWith(search));
        const start = (query.page - 1) * query.pageSize;
        return { ...query, items: found.slice(start, start + query.pageSize), total: found.length };
      }),
  },
  {
    rule: 'ST25',
    fault: 'trashed bots cannot be linked',
    breakStorage: (sound) =>
      changeBots(sound, (bots) => ({
        findLinked: async (wanted) => (await bots.findLinked(wanted)).filter((bot) => bot.state === 'active'),
      })),
  },
];

function changeBots(sound: Storage, change: (bots: BotReader) => Partial<BotReader>): Storage {
  return changeReader(sound, (reader) => ({ bots: { ...reader.bots, ...change(reader.bots) } }));
}

function changeList(
  sound: Storage,
  change: (list: BotReader['list'], query: BotListQuery) => Promise<Page<BotRecord>>,
): Storage {
  return changeBots(sound, (bots) => ({ list: (query) => change(bots.list, query) }));
}

/** Sorts each page by another order: in a short list the page is the whole list. */
function sortingBots(
  sound: Storage,
  order: BotListQuery['order'],
  compare: (a: BotRecord, b: BotRecord) => number,
): Storage {
  return changeList(sound, async (list, query) => {
    const page = await list(query);
    return query.order === order ? { ...page, items: page.items.toSorted(compare) } : page;
  });
}

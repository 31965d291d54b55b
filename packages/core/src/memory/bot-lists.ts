import { compareCodePoints } from '../domain/text.ts';
import type { BotListQuery, BotRecord } from '../ports/bot-store.ts';
import type { ListOrder } from './listed-table.ts';

export type BotOrder = BotListQuery['order'];

type CompareBots = (a: BotRecord, b: BotRecord) => number;

const byCreation: CompareBots = (a, b) => b.createdAt - a.createdAt || compareCodePoints(a.id, b.id);

export const botComparisons: Readonly<Record<BotOrder, CompareBots>> = {
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

interface BotEntry {
  readonly bot: BotRecord;
}

const listOrder = (compare: CompareBots): ListOrder<BotEntry> => ({
  compare: (a, b) => compare(a.bot, b.bot),
  listsOf({ bot: { state, workspace, channelFamily } }) {
    const ofWorkspace = `${state} ${workspace}`;
    return [ofWorkspace, `${ofWorkspace} ${channelFamily}`];
  },
});

/** Each state and workspace has a list, and one for each family. */
export const botListOrders: Readonly<Record<BotOrder, ListOrder<BotEntry>>> = {
  published: listOrder(botComparisons.published),
  created: listOrder(botComparisons.created),
  name: listOrder(botComparisons.name),
};

/** The lists that together have the bots of a query without a search. */
export function listsOfQuery({ state, workspaces, channelFamily }: BotListQuery): readonly string[] {
  const end = channelFamily === undefined ? '' : ` ${channelFamily}`;
  return [...new Set(workspaces)].map((workspace) => `${state} ${workspace}${end}`);
}

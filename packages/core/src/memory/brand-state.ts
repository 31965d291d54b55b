import type { BotShelf } from './bot-shelf.ts';
import type { RequestRow } from './request-store.ts';

/** What a read can ask, of committed state and of a transaction alike. */
export interface BrandView {
  shelf(botId: string): BotShelf | undefined;
  shelfByNumber(number: number): BotShelf | undefined;
  shelves(): Iterable<BotShelf>;
  request(key: string): RequestRow | undefined;
}

/** Committed state of one brand. */
export interface BrandState extends BrandView {
  /** Takes over what a transaction changed, in one step; `undefined` removes. */
  apply(changes: BrandChanges): void;
  requests(): Iterable<readonly [key: string, RequestRow]>;
}

export interface BrandChanges {
  readonly shelves: ReadonlyMap<string, BotShelf | undefined>;
  readonly requests: ReadonlyMap<string, RequestRow | undefined>;
}

export function createBrandState(): BrandState {
  const shelves = new Map<string, BotShelf>();
  const botIds = new Map<number, string>();
  const requests = new Map<string, RequestRow>();

  function put(botId: string, shelf: BotShelf | undefined): void {
    const before = shelves.get(botId);
    if (before !== undefined) botIds.delete(before.bot.number);
    if (shelf === undefined) {
      shelves.delete(botId);
      return;
    }
    shelves.set(botId, shelf);
    botIds.set(shelf.bot.number, botId);
  }

  return {
    shelf: (botId) => shelves.get(botId),
    shelfByNumber(number) {
      const botId = botIds.get(number);
      return botId === undefined ? undefined : shelves.get(botId);
    },
    shelves: () => shelves.values(),
    request: (key) => requests.get(key),
    requests: () => requests.entries(),
    apply(changes) {
      for (const [botId, shelf] of changes.shelves) put(botId, shelf);
      for (const [key, row] of changes.requests) {
        if (row === undefined) requests.delete(key);
        else requests.set(key, row);
      }
    },
  };
}

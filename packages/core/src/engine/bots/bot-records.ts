import { type Bot, canSeeBot } from '../../domain/bot.ts';
import { asUuid } from '../../domain/uuid.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { DraftHead, DraftRecord } from '../../records/drafts.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import { load, type Part } from '../use-case/use-case.ts';

/**
 * Finds a bot in any state for a read.
 *
 * @throws {EngineError} `bot_not_found`
 * @spec PE3, PE4, BO20, BO30
 */
export function* findBot(caller: Pick<Caller, 'principal'>, botId: unknown): Part<BotRecord> {
  const [found] = yield* load({ kind: 'bot', id: requireUuid(botId) });
  return requireVisible(caller, found);
}

/**
 * Loads a bot in any state for a change of it: the commit requires that nobody has changed it since.
 *
 * @throws {EngineError} `bot_not_found`
 */
export function* loadBot(caller: Pick<Caller, 'principal'>, botId: unknown): Part<BotRecord> {
  const [found] = yield* load({ kind: 'lockedBot', id: requireUuid(botId) });
  return requireVisible(caller, found);
}

/** Loads a bot and its draft, like `loadBot`. */
export function* loadWithDraft(caller: Pick<Caller, 'principal'>, botId: unknown): Part<WithDraft<DraftRecord>> {
  const id = requireUuid(botId);
  const [found, draft] = yield* load({ kind: 'lockedBot', id }, { kind: 'draft', botId: id });
  return { bot: requireVisible(caller, found), draft: requireDraft(id, draft) };
}

/** Loads a bot and the head of its draft, like `loadBot`. */
export function* loadWithHead(caller: Pick<Caller, 'principal'>, botId: unknown): Part<WithDraft<DraftHead>> {
  const id = requireUuid(botId);
  const [found, draft] = yield* load({ kind: 'lockedBot', id }, { kind: 'draftHead', botId: id });
  return { bot: requireVisible(caller, found), draft: requireDraft(id, draft) };
}

export interface WithDraft<TDraft> {
  readonly bot: BotRecord;
  readonly draft: TDraft;
}

function requireUuid(botId: unknown): string {
  const id = asUuid(botId);
  if (id === undefined) throw new EngineError('bot_not_found');
  return id;
}

/** Every bot has a draft. */
export function requireDraft<TDraft>(botId: string, draft: TDraft | undefined): TDraft {
  if (draft === undefined) throw new Error(`Bot ${botId} has no draft in the store.`);
  return draft;
}

/** @throws {EngineError} `bot_not_found` */
export function requireVisible({ principal }: Pick<Caller, 'principal'>, bot: BotRecord | undefined): BotRecord {
  if (bot === undefined || !canSeeBot(principal, bot)) throw new EngineError('bot_not_found');
  return bot;
}

/**
 * Converts a record to the bot that callers see. Members are copied one by one, since this runs on each read and a rest
 * pattern takes many times as long.
 *
 * @spec BO1
 */
export function toBot(record: BotRecord): Bot {
  const { publishedAt, trashedAt, requiredTier } = record;
  return {
    id: record.id,
    number: record.number,
    name: record.name,
    workspace: record.workspace,
    channelFamily: record.channelFamily,
    state: record.state,
    builder: record.builder,
    channels: record.channels,
    testChannel: record.testChannel,
    createdAt: record.createdAt,
    editedAt: record.editedAt,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(trashedAt !== undefined && { trashedAt }),
    ...(requiredTier !== undefined && { requiredTier }),
  };
}

/**
 * Makes a `toBot` with a cache. Some stores return the same frozen record to every reader until the bot changes: such a
 * record is converted once, and all readers share the frozen bot.
 *
 * @spec BO1
 */
export function botViewer(): (record: BotRecord) => Bot {
  const shared = new WeakMap<BotRecord, Bot>();

  return (record) => {
    const known = shared.get(record);
    if (known !== undefined) return known;
    const bot = toBot(record);
    if (Object.isFrozen(record) && Object.isFrozen(record.channels)) shared.set(record, Object.freeze(bot));
    return bot;
  };
}

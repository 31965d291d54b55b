import type { Bot } from '../../domain/bot/bot.ts';
import { canSeeBot, findWriteRefusal } from '../../domain/bot/bot-access.ts';
import { asUuid } from '../../domain/uuid/as-uuid.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { BrandReader, BrandTransaction } from '../../ports/storage.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';

/**
 * Finds a bot in any state for a read.
 *
 * @throws {EngineError} `bot_not_found`
 * @spec PE3, PE4, BO20, BO30
 */
export async function findBot(scope: Scope, reader: BrandReader, botId: unknown): Promise<BotRecord> {
  const id = asUuid(botId);
  return requireVisible(scope, id === undefined ? undefined : await reader.bots.find(id));
}

/**
 * Holds a bot in any state until the transaction ends; what is read of it afterwards is the latest.
 *
 * @throws {EngineError} `bot_not_found`
 */
export async function claimBot(scope: Scope, tx: BrandTransaction, botId: unknown): Promise<BotRecord> {
  const id = asUuid(botId);
  return requireVisible(scope, id === undefined ? undefined : await tx.bots.claim(id));
}

/**
 * Holds a bot that takes writes.
 *
 * @throws {EngineError} `bot_not_found` also when it is in the trash, `unsupported_builder`
 * @spec BO29, BO33, BO35
 */
export async function claimWritableBot(scope: Scope, tx: BrandTransaction, botId: unknown): Promise<BotRecord> {
  const bot = await claimBot(scope, tx, botId);
  const refusal = findWriteRefusal(bot);
  if (refusal !== undefined) throw new EngineError(refusal);
  return bot;
}

/**
 * @throws {EngineError} `channel_family_unreadable`
 * @spec BO21
 */
export function requireReadableFamily(scope: Scope, bot: Bot): void {
  if (!scope.channelFamilies.has(bot.channelFamily)) throw new EngineError('channel_family_unreadable');
}

/**
 * The bot as callers see it, member by member: a copy of all but a few costs many times as much, on each read.
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

function requireVisible(scope: Scope, bot: BotRecord | undefined): BotRecord {
  if (bot === undefined || !canSeeBot(scope.principal, bot)) throw new EngineError('bot_not_found');
  return bot;
}

import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import { type BotUpdate, decideBotUpdate } from '../../domain/bot/decide-bot-update.ts';
import { EngineError } from '../engine-error.ts';
import { readInput, shape } from '../input/read-input.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { claimBot, toBot } from './find-bot.ts';
import { switchChannels } from './switch-channels.ts';

const updateShape = shape({ name: v.optional(v.string()), state: v.optional(v.literal('active')) });

/** @spec BO22, BO23, BO24, BO25, BO28, BO42 */
export async function updateBot(scope: Scope, botId: string, update: BotUpdate): Promise<Bot> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readInput(updateShape, update);
  if (Object.keys(wanted).length === 0) throw new EngineError('empty_body');

  return commit(scope, async (tx) => {
    const bot = await claimBot(scope, tx, botId);
    const decision = decideBotUpdate(bot, wanted);
    if (decision.kind === 'refused') throw new EngineError(decision.code);
    if (decision.kind === 'unchanged') return toBot(bot);

    await tx.bots.update(bot.id, decision.change);
    if (decision.change.state === 'active') await switchChannels(tx, bot.id, true);
    const { trashedAt, ...rest } = { ...bot, ...decision.change };
    return toBot(trashedAt === undefined ? rest : { ...rest, trashedAt });
  });
}

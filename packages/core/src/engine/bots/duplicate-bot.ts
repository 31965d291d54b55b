import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import { nameOfCopy } from '../../domain/bot/bot-name.ts';
import { findDraft } from '../drafts/write-draft.ts';
import type { BotDuplication } from '../engine.ts';
import { readInput, shape } from '../input/read-input.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { claimWritableBot, requireReadableFamily, toBot } from './find-bot.ts';
import { insertBot } from './insert-bot.ts';
import { planBot } from './plan-bot.ts';

const duplicationShape = shape({
  botId: v.unknown(),
  name: v.optional(v.string()),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
});

/** @spec BO36, BO37 */
export async function duplicateBot(scope: Scope, duplication: BotDuplication): Promise<Bot> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readInput(duplicationShape, duplication);

  return commit(scope, async (tx) => {
    const source = await claimWritableBot(scope, tx, wanted.botId);
    requireReadableFamily(scope, source);
    const newBot = planBot(scope, {
      name: wanted.name ?? nameOfCopy(source.name),
      channelFamily: source.channelFamily,
      workspace: wanted.workspace ?? source.workspace,
    });
    const { diagramJson, violations, violationsTotal } = await findDraft(tx.drafts, source.id);
    const feedback = await tx.feedback.find(source.id);

    const bot = await insertBot(scope, tx, newBot, { diagramJson, violations, violationsTotal });
    if (feedback !== undefined) await tx.feedback.put(bot.id, feedback);
    return toBot(bot);
  });
}

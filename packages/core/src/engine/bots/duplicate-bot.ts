import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import { nameOfCopy } from '../../domain/bot/bot-name.ts';
import { completeForWrite } from '../drafts/complete-for-write.ts';
import { isLargeText } from '../drafts/diagram-weight.ts';
import { judgeDiagram } from '../drafts/judge-diagram.ts';
import { storedDiagram } from '../drafts/stored-diagram.ts';
import { withAccounts } from '../drafts/with-accounts.ts';
import { findDraft } from '../drafts/write-draft.ts';
import type { BotDuplication } from '../engine.ts';
import { readInput, shape } from '../input/read-input.ts';
import { done, requirePermission, type Scope, transact } from '../scope.ts';
import { claimWritableBot, requireReadableFamily, toBot } from './find-bot.ts';
import { insertBot } from './insert-bot.ts';
import { planBot } from './plan-bot.ts';

const duplicationShape = shape({
  botId: v.unknown(),
  name: v.optional(v.string()),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
});

/** @spec BO36, BO37, DR9, DR41 */
export async function duplicateBot(scope: Scope, duplication: BotDuplication): Promise<Bot> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readInput(duplicationShape, duplication);

  const outcome = await withAccounts(scope, 'skip', (known) =>
    transact(scope, async (tx) => {
      const source = await claimWritableBot(scope, tx, wanted.botId);
      requireReadableFamily(scope, source);
      const newBot = planBot(scope, {
        name: wanted.name ?? nameOfCopy(source.name),
        channelFamily: source.channelFamily,
        workspace: wanted.workspace ?? source.workspace,
      });
      const copied = await findDraft(tx.drafts, source.id);
      if (known.turn === undefined && isLargeText(copied.diagramJson)) return { kind: 'turn_wanted' } as const;
      const diagram = await completeForWrite(scope, tx.bots, storedDiagram(copied));
      const diagramJson = JSON.stringify(diagram);
      const judgement = await judgeDiagram(scope, tx.bots, newBot, { diagram, diagramJson }, known);
      if (judgement.kind !== 'judged') return judgement;
      const feedback = await tx.feedback.find(source.id);

      const { violations, total } = judgement.check;
      const draft = { diagramJson, violations, violationsTotal: total };
      const bot = await insertBot(scope, tx, newBot, draft);
      if (feedback !== undefined) await tx.feedback.put(bot.id, feedback);
      return done(toBot(bot));
    }),
  );
  return outcome.value;
}

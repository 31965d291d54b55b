import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { startDiagram } from '../../domain/diagram/start-diagram.ts';
import { mergeViolations } from '../../domain/draft/merge-violations.ts';
import { completeForBrand } from '../drafts/complete-for-write.ts';
import { prepareTest, toDeployment } from '../drafts/deploy-test.ts';
import { editRefusal } from '../drafts/edit-refusal.ts';
import { judgeDiagram } from '../drafts/judge-diagram.ts';
import { takeDiagram } from '../drafts/read-diagram.ts';
import { withAccounts } from '../drafts/with-accounts.ts';
import type { BotCreation, HandOver } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readInput, shape } from '../input/read-input.ts';
import { commit, readerOf, requirePermission, type Scope } from '../scope.ts';
import { toBot } from './find-bot.ts';
import { cleanDraft, firstRevision, insertBot } from './insert-bot.ts';
import { type NewBot, planBot } from './plan-bot.ts';

const creationShape = shape({
  name: v.string(),
  channelFamily: v.string(),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
  diagram: v.optional(v.unknown()),
  source: v.optional(v.unknown()),
});

/** @spec BO3, BO4, BO5, BO7, BO8, BO9, BO11, BO12 */
export async function createBot(scope: Scope, creation: BotCreation, options?: HandOver): Promise<Bot> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readInput(creationShape, creation);
  if (wanted.source !== undefined) {
    throw new EngineError(wanted.diagram === undefined ? 'source_not_implemented' : 'diagram_with_source');
  }
  const given =
    wanted.diagram === undefined
      ? undefined
      : (await takeDiagram(scope, wanted.diagram, options?.handedOverBytes)).diagram;
  if (!scope.channelFamilies.has(wanted.channelFamily)) throw new EngineError('channel_family_not_accepted');
  const newBot = planBot(scope, wanted);
  if (given === undefined) {
    return commit(scope, async (tx) => toBot(await insertBot(scope, tx, newBot, cleanDraft(startDiagram()))));
  }

  const draft = cleanDraft(await requireClean(scope, newBot, given));
  const deploymentId = scope.ids.uuid();
  await prepareTest(scope, deploymentId, newBot, draft.diagramJson);
  return commit(scope, async (tx) => {
    const bot = await insertBot(scope, tx, newBot, draft);
    const { diagramJson } = draft;
    const deployed = { botId: bot.id, revision: firstRevision, diagramJson };
    await tx.testDeployments.put(toDeployment(scope, deploymentId, deployed));
    return toBot(bot);
  });
}

/**
 * Judges the diagram of a new bot: it must break no rule, not even one that only warns.
 *
 * @throws {EngineError} `diagram_has_violations`, `linked_bot_not_found`, `dependency_failed`
 * @spec BO6, DR9, DR12
 */
async function requireClean(scope: Scope, newBot: NewBot, given: Diagram): Promise<Diagram> {
  const { bots } = readerOf(scope);
  const { diagram, violations } = await completeForBrand(scope, bots, given);
  const judged = { diagram, diagramJson: JSON.stringify(diagram) };
  const { check } = await withAccounts(scope, 'refuse', (known) => judgeDiagram(scope, bots, newBot, judged, known));
  const merged = mergeViolations(diagram, check, violations);
  if (merged.total > 0) throw editRefusal('diagram_has_violations', merged.violations, merged.total);
  return diagram;
}

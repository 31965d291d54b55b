import { mergeViolations } from '../../domain/draft/merge-violations.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import { findBot, requireReadableFamily } from '../bots/find-bot.ts';
import type { HandOver } from '../engine.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { completeForBrand } from './complete-for-write.ts';
import { judgeDiagram } from './judge-diagram.ts';
import { takeDiagram } from './read-diagram.ts';
import { storedDiagram } from './stored-diagram.ts';
import { withAccounts } from './with-accounts.ts';
import { findDraft } from './write-draft.ts';

/** @spec DR27, DR35 */
export async function validateDiagram(
  scope: Scope,
  botId: string,
  input?: unknown,
  options?: HandOver,
): Promise<CheckResult> {
  requirePermission(scope.principal, 'view_bots');
  const given = input === undefined ? undefined : (await takeDiagram(scope, input, options?.handedOverBytes)).diagram;
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  requireReadableFamily(scope, bot);

  const diagram = given ?? storedDiagram(await findDraft(reader.drafts, bot.id));
  const completed = await completeForBrand(scope, reader.bots, diagram);
  const judged = { diagram: completed.diagram, diagramJson: JSON.stringify(completed.diagram) };
  const { check } = await withAccounts(scope, 'refuse', (known) =>
    judgeDiagram(scope, reader.bots, bot, judged, known),
  );
  return mergeViolations(completed.diagram, check, completed.violations);
}

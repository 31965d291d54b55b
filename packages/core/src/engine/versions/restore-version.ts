import type { CheckResult } from '../../domain/rules/violation.ts';
import type { Publication } from '../../domain/version/version.ts';
import { claimWritableBot, requireReadableFamily } from '../bots/find-bot.ts';
import { completeForWrite } from '../drafts/complete-for-write.ts';
import { isLargeText } from '../drafts/diagram-weight.ts';
import { judgeDiagram } from '../drafts/judge-diagram.ts';
import { storedDiagram } from '../drafts/stored-diagram.ts';
import { withAccounts } from '../drafts/with-accounts.ts';
import { findDraft, replaceDraftRecord, requireRevision } from '../drafts/write-draft.ts';
import type { IfRevision } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readRevision } from '../input/read-revision.ts';
import { refused, requirePermission, type Scope, transact } from '../scope.ts';
import { goLive } from './go-live.ts';
import { findVersion } from './read-versions.ts';
import { type Content, type Reserved, reserveVersion } from './reserve-version.ts';

interface Restored extends Reserved {
  readonly content: Content;
}

/**
 * Copies a version's diagram into the draft, then publishes it. The draft keeps it also when it breaks rules, or
 * when the channels cannot be made ready.
 *
 * @spec VE21, VE22, VE23, VE24, VE25, VE26
 */
export async function restoreVersion(
  scope: Scope,
  botId: string,
  versionId: string,
  options: IfRevision | undefined,
): Promise<Publication> {
  requirePermission(scope.principal, 'edit_bots');
  let reserved = await copyIntoDraft(scope, botId, versionId, readRevision(options));
  for (;;) {
    const outcome = await goLive(scope, reserved, undefined);
    if (outcome.kind === 'done') return outcome.value;
    reserved = await reserveAgain(scope, botId, reserved.content);
  }
}

async function copyIntoDraft(
  scope: Scope,
  botId: string,
  versionId: string,
  wanted: readonly number[] | undefined,
): Promise<Restored> {
  const step = await withAccounts(scope, 'skip', (known) =>
    transact(scope, async (tx) => {
      const bot = await claimWritableBot(scope, tx, botId);
      requireReadableFamily(scope, bot);
      const version = await findVersion(tx.versions, bot.id, versionId);
      const current = await findDraft(tx.drafts, bot.id);
      requireRevision(current, wanted);
      if (version.builder === 'older') throw new EngineError('version_of_an_unsupported_builder');

      if (known.turn === undefined && isLargeText(version.diagramJson)) return { kind: 'turn_wanted' } as const;
      const diagram = await completeForWrite(scope, tx.bots, storedDiagram(version));
      const diagramJson = JSON.stringify(diagram);
      const judgement = await judgeDiagram(scope, tx.bots, bot, { diagram, diagramJson }, known);
      if (judgement.kind !== 'judged') return judgement;

      await replaceDraftRecord(scope, tx, current, diagramJson, judgement.check);
      if (judgement.check.errors > 0) return refused(brokenRestoration(judgement.check));
      const content: Content = { diagram, diagramJson, restoredFrom: version.id };
      return { ...(await reserveVersion(scope, tx, bot, content)), content };
    }),
  );
  if (step.kind === 'refused') throw step.error;
  return step;
}

/** After another publication came first: the restored diagram is judged once more and takes a later place. */
async function reserveAgain(scope: Scope, botId: string, content: Content): Promise<Restored> {
  const step = await withAccounts(scope, 'skip', (known) =>
    transact(scope, async (tx) => {
      const bot = await claimWritableBot(scope, tx, botId);
      const judgement = await judgeDiagram(scope, tx.bots, bot, content, known);
      if (judgement.kind !== 'judged') return judgement;
      if (judgement.check.errors > 0) return refused(brokenRestoration(judgement.check));
      return { ...(await reserveVersion(scope, tx, bot, content)), content };
    }),
  );
  if (step.kind === 'refused') throw step.error;
  return step;
}

function brokenRestoration({ violations, total }: CheckResult): EngineError {
  return new EngineError('restored_draft_has_violations', { violations, violationsTotal: total });
}

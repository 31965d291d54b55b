import type { Publication } from '../../domain/version/version.ts';
import { claimWritableBot, requireReadableFamily } from '../bots/find-bot.ts';
import { judgeDiagram } from '../drafts/judge-diagram.ts';
import { withAccounts } from '../drafts/with-accounts.ts';
import { findDraft, requireRevision } from '../drafts/write-draft.ts';
import type { IfRevision } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readRevision } from '../input/read-revision.ts';
import { requirePermission, type Scope, transact } from '../scope.ts';
import { goLive } from './go-live.ts';
import { type Reserved, reserveVersion } from './reserve-version.ts';

/**
 * Publishes the draft.
 *
 * Race rule: publications at once are put in order. One that another has overtaken starts again from the draft
 * as it stands then, so that what is live never goes back to an older draft by accident.
 *
 * @spec VE6, VE7, VE12, VE13, VE17, VE18, VE28
 */
export async function publishDraft(scope: Scope, botId: string, options: IfRevision | undefined): Promise<Publication> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readRevision(options);

  for (;;) {
    const reserved = await reserveDraft(scope, botId, wanted);
    const outcome = await goLive(scope, reserved, wanted === undefined ? undefined : reserved.revision);
    if (outcome.kind === 'done') return outcome.value;
  }
}

async function reserveDraft(
  scope: Scope,
  botId: string,
  wanted: readonly number[] | undefined,
): Promise<Reserved & { readonly revision: number }> {
  return withAccounts(scope, 'skip', (known) =>
    transact(scope, async (tx) => {
      const bot = await claimWritableBot(scope, tx, botId);
      requireReadableFamily(scope, bot);
      const draft = await findDraft(tx.drafts, bot.id);
      requireRevision(draft, wanted);

      const judgement = await judgeDiagram(scope, tx.bots, bot, draft, known);
      if (judgement.kind !== 'judged') return judgement;
      const { diagram, check } = judgement;
      const { violations, total, errors } = check;
      if (errors > 0) throw new EngineError('draft_has_violations', { violations, violationsTotal: total });

      const reserved = await reserveVersion(scope, tx, bot, { diagram, diagramJson: draft.diagramJson });
      return { ...reserved, revision: draft.revision };
    }),
  );
}

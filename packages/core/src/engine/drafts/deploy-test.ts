import type { Draft } from '../../domain/draft/draft.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { DraftRecord } from '../../ports/draft-store.ts';
import type { TestDeploymentRecord } from '../../ports/test-deployment-store.ts';
import { claimWritableBot, requireReadableFamily } from '../bots/find-bot.ts';
import { callDependency } from '../call-dependency.ts';
import type { IfRevision } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readRevision } from '../input/read-revision.ts';
import { commit, requirePermission, type Scope, transact } from '../scope.ts';
import { toDraft } from './draft-answer.ts';
import { judgeDiagram } from './judge-diagram.ts';
import { withAccounts } from './with-accounts.ts';
import { findDraft, requireRevision } from './write-draft.ts';

/**
 * Puts the draft on the test channel. The channel is made ready between two transactions: the first judges the
 * draft, the second moves the pointer.
 *
 * Race rule: of several at once, the one of the greatest revision stays.
 *
 * @spec DR12, DR28, DR29, DR30, DR31, DR32, DR39
 */
export async function deployTest(scope: Scope, botId: string, options: IfRevision | undefined): Promise<Draft> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readRevision(options);

  const { bot, draft } = await withAccounts(scope, 'refuse', (known) =>
    transact(scope, async (tx) => {
      const bot = await claimWritableBot(scope, tx, botId);
      requireReadableFamily(scope, bot);
      const draft = await findDraft(tx.drafts, bot.id);
      requireRevision(draft, wanted);
      const judgement = await judgeDiagram(scope, tx.bots, bot, draft, known);
      if (judgement.kind !== 'judged') return judgement;

      const { violations, total } = judgement.check;
      if (total > 0) throw new EngineError('draft_has_violations', { violations, violationsTotal: total });
      return { kind: 'deployable', bot, draft } as const;
    }),
  );

  const id = scope.ids.uuid();
  await prepareTest(scope, id, bot, draft.diagramJson);
  return commit(scope, async (tx) => {
    await claimWritableBot(scope, tx, bot.id);
    if (wanted !== undefined) requireRevision(await findDraft(tx.drafts, bot.id), [draft.revision]);
    const standing = await tx.testDeployments.find(bot.id);
    if (standing === undefined || standing.revision <= draft.revision) {
      await tx.testDeployments.put(toDeployment(scope, id, draft));
    }
    return toDraft(draft);
  });
}

/** @throws {EngineError} `dependency_failed` */
export async function prepareTest(
  scope: Scope,
  id: string,
  bot: Pick<BotRecord, 'id' | 'channelFamily' | 'testChannel'>,
  diagramJson: string,
): Promise<void> {
  const { deployer, principal } = scope;
  await callDependency(() =>
    deployer.prepareTest({
      id,
      brand: principal.brand,
      botId: bot.id,
      channelFamily: bot.channelFamily,
      channels: [bot.testChannel],
      diagramJson,
    }),
  );
}

export function toDeployment(
  scope: Scope,
  id: string,
  draft: Pick<DraftRecord, 'botId' | 'revision' | 'diagramJson'>,
): TestDeploymentRecord {
  const { botId, revision, diagramJson } = draft;
  return { id, botId, revision, diagramJson, deployedAt: scope.clock.now(), deployedBy: scope.principal.person };
}

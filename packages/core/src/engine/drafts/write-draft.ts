import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { DraftReader, DraftRecord } from '../../ports/draft-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { claimWritableBot, requireReadableFamily } from '../bots/find-bot.ts';
import type { IfRevision } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readRevision } from '../input/read-revision.ts';
import { done, requirePermission, type Scope, transact } from '../scope.ts';
import { judgeDiagram } from './judge-diagram.ts';
import { withAccounts } from './known-accounts.ts';
import { requireDiagramSize } from './read-diagram.ts';

export interface NextDiagram {
  readonly diagram: Diagram;
  /** Its text, where that is known already: making it holds up every other transaction. */
  readonly diagramJson?: string;
}

export interface Edited extends NextDiagram {
  readonly removedConnections: readonly JsonObject[];
}

/** What an edit may look at. It runs inside the transaction, so it awaits nothing but that. */
export interface EditBase {
  readonly tx: BrandTransaction;
  readonly bot: BotRecord;
  readonly current: DraftRecord;
}

export interface DraftWrite<T> {
  readonly botId: string;
  readonly options: IfRevision | undefined;
  /** Throws when what is written is not there; that is told before a revision that moved on. */
  requireTarget?(current: DraftRecord): void;
  /** Makes the next diagram, or throws a refusal. */
  edit(base: EditBase): Promise<Edited>;
  answer(draft: DraftRecord, removedConnections: readonly JsonObject[]): T;
}

/**
 * Carries out one write of a draft: the bot is held, the revision compared, the diagram edited and judged, and
 * all of it is written or nothing.
 *
 * @spec DR5, DR6, DR10, DR15, DR16, DR37, DR40
 */
export async function writeDraft<T>(scope: Scope, write: DraftWrite<T>): Promise<T> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readRevision(write.options);

  const outcome = await withAccounts(scope, 'skip', (accounts) =>
    transact(scope, async (tx) => {
      const bot = await claimWritableBot(scope, tx, write.botId);
      requireReadableFamily(scope, bot);
      const current = await findDraft(tx.drafts, bot.id);
      if (!isAtRevision(current, wanted)) write.requireTarget?.(current);
      requireRevision(current, wanted);

      const edited = await write.edit({ tx, bot, current });
      requireDiagramSize(scope, edited.diagram);
      const judgement = await judgeDiagram(scope, tx.bots, bot, edited.diagram, accounts);
      if (judgement.kind === 'accounts_wanted') return judgement;

      const next = await replaceDraftRecord(scope, tx, current, edited, judgement.check);
      return done(write.answer(next, edited.removedConnections));
    }),
  );
  return outcome.value;
}

/**
 * Writes the next state of a draft whose bot is held.
 *
 * @spec BO41, DR5, DR13, DR14
 */
export async function replaceDraftRecord(
  scope: Scope,
  tx: BrandTransaction,
  current: DraftRecord,
  { diagram, diagramJson }: NextDiagram,
  check: CheckResult,
): Promise<DraftRecord> {
  const { limits, clock, principal } = scope;
  const next: DraftRecord = {
    botId: current.botId,
    revision: current.revision + 1,
    diagramJson: diagramJson ?? JSON.stringify(diagram),
    violations: check.violations,
    violationsTotal: check.total,
    editedAt: clock.now(),
    editedBy: principal.person,
  };
  const keep = { maxRevisions: limits.maxRevisions, maxBytes: limits.maxRevisionBytes };
  if ((await tx.drafts.replace(next, current.revision, keep)) === 'stale') throw new EngineError('draft_changed');
  await tx.bots.update(next.botId, { editedAt: next.editedAt });
  return next;
}

/** Every bot has a draft from its creation on. */
export async function findDraft(drafts: DraftReader, botId: string): Promise<DraftRecord> {
  const draft = await drafts.find(botId);
  if (draft === undefined) throw new Error(`Bot ${botId} has no draft in the store.`);
  return draft;
}

/**
 * @param wanted - Any of these will do; `undefined` asks for none.
 * @throws {EngineError} `draft_changed`
 * @spec DR15
 */
export function requireRevision(draft: DraftRecord, wanted: readonly number[] | undefined): void {
  if (!isAtRevision(draft, wanted)) throw new EngineError('draft_changed');
}

function isAtRevision(draft: DraftRecord, wanted: readonly number[] | undefined): boolean {
  return wanted === undefined || wanted.includes(draft.revision);
}

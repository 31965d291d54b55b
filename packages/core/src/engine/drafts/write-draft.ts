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
import { isLargeText } from './diagram-weight.ts';
import { judgeDiagram } from './judge-diagram.ts';
import { requireDiagramSize } from './read-diagram.ts';
import { withAccounts } from './with-accounts.ts';

export interface Edited {
  readonly diagram: Diagram;
  /** Its text, where that is known already: making it holds up every other transaction. */
  readonly diagramJson?: string;
  readonly removedConnections: readonly JsonObject[];
}

const turnWanted = { kind: 'turn_wanted' } as const;

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
  /** Whether the edit parses the present diagram. */
  readonly readsCurrent: boolean;
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

  /** Made once for each state of the draft: a large diagram is met again after it was checked. */
  let made: Made | undefined;
  const outcome = await withAccounts(scope, 'skip', (known) =>
    transact(scope, async (tx) => {
      const bot = await claimWritableBot(scope, tx, write.botId);
      requireReadableFamily(scope, bot);
      const current = await findDraft(tx.drafts, bot.id);
      if (!isAtRevision(current, wanted)) write.requireTarget?.(current);
      requireRevision(current, wanted);

      if (known.turn === undefined && isLargeText(current.diagramJson) && write.readsCurrent) return turnWanted;
      if (made === undefined || made.revision !== current.revision)
        made = await makeNext(scope, write, { tx, bot, current });
      const { edited, diagramJson } = made;
      const judgement = await judgeDiagram(scope, tx.bots, bot, { ...edited, diagramJson }, known);
      if (judgement.kind !== 'judged') return judgement;

      const next = await replaceDraftRecord(scope, tx, current, diagramJson, judgement.check);
      return done(write.answer(next, edited.removedConnections));
    }),
  );
  return outcome.value;
}

interface Made {
  readonly revision: number;
  readonly edited: Edited;
  readonly diagramJson: string;
}

async function makeNext<T>(scope: Scope, write: DraftWrite<T>, base: EditBase): Promise<Made> {
  const edited = await write.edit(base);
  requireDiagramSize(scope, edited.diagram);
  const diagramJson = edited.diagramJson ?? JSON.stringify(edited.diagram);
  return { revision: base.current.revision, edited, diagramJson };
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
  diagramJson: string,
  check: CheckResult,
): Promise<DraftRecord> {
  const { limits, clock, principal } = scope;
  const next: DraftRecord = {
    botId: current.botId,
    revision: current.revision + 1,
    diagramJson,
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

import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type Draft, type EditedDraft, withDiagram } from '../../domain/draft.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { botLifecycle } from '../../domain/lifecycle/bot-lifecycle.ts';
import { saveStateOf } from '../../domain/lifecycle/bot-state.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DraftReader, DraftRecord } from '../../ports/draft-store.ts';
import type { BrandTransaction, Storage } from '../../ports/storage.ts';
import { effectOf, refusalOf } from '../bots/bot-decisions.ts';
import { lockBot } from '../bots/bot-records.ts';
import { brandStorage, done } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineLimits } from '../limits.ts';
import { type DiagramChecker, queueMissing } from './diagram-checker.ts';
import { type DiagramBounds, requireDiagramSize } from './diagram-input.ts';
import { isLargeText } from './large-diagram-queue.ts';

export interface DraftWriterDependencies extends DiagramBounds {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly channelFamilies: ReadonlySet<string>;
  readonly limits: DiagramBounds['limits'] & Pick<EngineLimits, 'maxRevisions' | 'maxRevisionBytes'>;
}

export interface Edited {
  readonly kind: 'applied';
  readonly diagram: Diagram;
  /** Its JSON text, if known already: writing it would block other transactions. */
  readonly diagramJson?: string;
  readonly removedConnections: readonly JsonObject[];
}

/** What an edit can read. It runs inside the transaction, so it must not wait for anything else. */
export interface EditBase {
  readonly tx: BrandTransaction;
  readonly bot: BotRecord;
  readonly current: DraftRecord;
}

export interface DraftWrite<T> {
  readonly botId: string;
  /** The revisions at which the caller wants to write; `undefined`: any. */
  readonly ifRevision: readonly number[] | undefined;
  /** Whether the block that is edited or deleted is there: asked when the write is refused. Left out: it names none. */
  hasBlock?(current: DraftRecord): boolean;
  /** Whether the edit parses the present diagram. */
  readonly readsCurrent: boolean;
  /** Makes the next diagram, or throws a refusal. `absent`: the block that it edits is not there. */
  edit(base: EditBase): Promise<Edited | { readonly kind: 'absent' }>;
  answer(draft: DraftRecord, removedConnections: readonly JsonObject[]): T;
}

export interface DraftWriter {
  /** Carries out one write: the edited diagram is checked, and everything is written or nothing. */
  write<T>(write: DraftWrite<T>): Promise<T>;
  /**
   * Stores the next state of a draft whose bot is locked, at the revision that a decision gave.
   *
   * @throws {EngineError} `draft_changed`
   */
  replace(tx: BrandTransaction, current: DraftRecord, next: NextDraft): Promise<DraftRecord>;
}

export interface NextDraft {
  readonly revision: number;
  readonly diagramJson: string;
  readonly check: CheckResult;
}

interface Made {
  readonly revision: number;
  readonly edited: Edited;
  readonly diagramJson: string;
}

export function draftWriter(
  dependencies: DraftWriterDependencies,
  caller: Caller,
  checker: DiagramChecker,
): DraftWriter {
  const { storage, clock, channelFamilies, limits } = dependencies;
  const { transact } = brandStorage(storage, caller);
  const context = { channelFamilies };

  async function makeNext(write: DraftWrite<unknown>, base: EditBase): Promise<Made | undefined> {
    const edited = await write.edit(base);
    if (edited.kind === 'absent') return undefined;
    requireDiagramSize(dependencies, edited.diagram);
    const diagramJson = edited.diagramJson ?? JSON.stringify(edited.diagram);
    return { revision: base.current.revision, edited, diagramJson };
  }

  const writer: DraftWriter = {
    /** @spec DR5, DR6, DR10, DR15, DR16, DR37, DR40 */
    async write<T>(write: DraftWrite<T>): Promise<T> {
      const { botId, ifRevision } = write;
      /**
       * The edited diagram, computed once per state of the draft: for a large diagram the transaction runs more than
       * once.
       */
      let made: Made | undefined;
      const outcome = await checker.withFacts('skip', (known) =>
        transact(async (tx) => {
          const bot = await lockBot(caller, tx, botId);
          const current = await findDraft(tx.drafts, bot.id);
          const state = { bot, draft: current };
          const command = { kind: 'write_draft', ifRevision } as const;
          const refusal = (block: 'present' | 'absent') => refusalOf(state, { ...command, block }, { context });
          const decision = botLifecycle.decide(state, command, context);
          if (decision.kind === 'refused') throw refusal(write.hasBlock?.(current) === false ? 'absent' : 'present');

          if (known.large === undefined && isLargeText(current.diagramJson) && write.readsCurrent) return queueMissing;
          if (made?.revision !== current.revision) made = await makeNext(write, { tx, bot, current });
          if (made === undefined) throw refusal('absent');
          const { edited, diagramJson } = made;
          const checked = await checker.check(tx.bots, bot, { ...edited, diagramJson }, known);
          if (checked.kind === 'missing') return checked;

          const { revision } = effectOf(decision.effects, 'replace_draft');
          const next = await writer.replace(tx, current, { revision, diagramJson, check: checked.check });
          return done(write.answer(next, edited.removedConnections));
        }),
      );
      return outcome.value;
    },

    /** @spec BO41, DR5, DR13, DR14 */
    async replace(tx, current, { revision, diagramJson, check }) {
      const next: DraftRecord = {
        botId: current.botId,
        revision,
        diagramJson,
        violations: check.violations,
        violationsTotal: check.total,
        editedAt: clock.now(),
        editedBy: caller.principal.person,
      };
      const keep = { maxRevisions: limits.maxRevisions, maxBytes: limits.maxRevisionBytes };
      if ((await tx.drafts.replace(next, current.revision, keep)) === 'stale') throw new EngineError('draft_changed');
      await tx.bots.update(next.botId, { editedAt: next.editedAt });
      return next;
    },
  };
  return writer;
}

/** Finds the draft of a bot. Every bot has one. */
export async function findDraft(drafts: DraftReader, botId: string): Promise<DraftRecord> {
  const draft = await drafts.find(botId);
  if (draft === undefined) throw new Error(`Bot ${botId} has no draft in the store.`);
  return draft;
}

/** @spec DR3, DR4 */
export function toDraft(record: DraftRecord): Draft {
  const { botId, revision, violations, violationsTotal, editedAt } = record;
  const saveState = saveStateOf(record);
  return withDiagram({ botId, revision, saveState, violations, violationsTotal, editedAt }, record.diagramJson);
}

/** @spec DR18 */
export function toEditedDraft(record: DraftRecord, removedConnections: readonly JsonObject[]): EditedDraft {
  const { botId, revision, violations, violationsTotal, editedAt } = record;
  const saveState = saveStateOf(record);
  return withDiagram(
    { botId, revision, saveState, violations, violationsTotal, editedAt, removedConnections },
    record.diagramJson,
  );
}

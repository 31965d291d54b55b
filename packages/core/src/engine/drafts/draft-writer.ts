import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type Draft, type EditedDraft, withDiagram } from '../../domain/draft.ts';
import { editedDiagram, planChangeSet } from '../../domain/edits/apply-change-set.ts';
import { botIdsInChangeSet } from '../../domain/edits/change-set.ts';
import type { ConnectionLookup } from '../../domain/edits/plan-connections.ts';
import { textSplices } from '../../domain/edits/splices.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { botLifecycle } from '../../domain/lifecycle/bot-lifecycle.ts';
import { saveStateOf } from '../../domain/lifecycle/bot-state.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import { utf8Length } from '../../domain/text.ts';
import type { BotReader, BotRecord } from '../../ports/bot-store.ts';
import type { DraftHead, DraftReader, DraftRecord } from '../../ports/draft-store.ts';
import { effectOf, refusalOf, violationsError } from '../bots/bot-decisions.ts';
import { lockBot } from '../bots/bot-records.ts';
import { brandStorage, done } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import { cachedEdits } from './cached-edit.ts';
import {
  type DiagramChecker,
  type KnownFacts,
  type MissingFact,
  queueMissing,
  storedDiagram,
} from './diagram-checker.ts';
import { findLinkedBots } from './diagram-facts.ts';
import { requireDiagramSize } from './diagram-input.ts';
import { growingText, isLong, isSameState, preparedLater } from './draft-cache.ts';
import { draftStates, type TextChange } from './draft-states.ts';
import type { Decide, DraftWriterDependencies, EditWrite, RequestedEdit, WholeWrite, Written } from './draft-write.ts';
import { isLargeText } from './large-diagram-queue.ts';

export interface DraftWriter {
  /** Stores a whole diagram: it is checked, and everything is written or nothing. */
  write(write: WholeWrite): Promise<Draft>;
  /** The same for an edit of the stored diagram. */
  edit(write: EditWrite): Promise<Draft>;
  /** The same, with the connections that the edit removed. */
  editListingRemoved(write: EditWrite): Promise<EditedDraft>;
  /** The stored draft without reading its text, if it is remembered. */
  remembered(drafts: DraftReader, botId: string): Promise<Draft | undefined>;
  /**
   * Stores the next state of a draft whose bot is locked, at the revision that a decision gave.
   *
   * @throws {EngineError} `draft_changed`
   */
  replace(tx: EngineTransaction, bot: BotRecord, current: DraftHead, next: NextDraft): Promise<DraftHead>;
}

export interface NextDraft {
  readonly revision: number;
  readonly diagramJson: string;
  readonly check: CheckResult;
}

/** The next diagram, computed once per state of the draft: for a large diagram the transaction runs more than once. */
interface Made {
  readonly of: DraftHead;
  readonly revision: number;
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly removedConnections: readonly JsonObject[];
}

/** One run of the transaction of a write. */
interface Run<TWrite> {
  readonly tx: EngineTransaction;
  readonly bot: BotRecord;
  readonly write: TWrite;
  readonly known: KnownFacts;
  /** What a run before has made. */
  readonly before: Made | undefined;
  readonly decide: Decide;
}

export function draftWriter(
  dependencies: DraftWriterDependencies,
  caller: Caller,
  checker: DiagramChecker,
): DraftWriter {
  const { storage, catalog, channelFamilies, limits, draftCache, sizes } = dependencies;
  const { brand, person } = caller.principal;
  const { transact } = brandStorage(storage, caller);
  const context = { channelFamilies };
  const keep = { maxRevisions: limits.maxRevisions, maxBytes: limits.maxRevisionBytes };
  const states = draftStates({ ...dependencies, brand, keep, editedBy: person });
  const cached = cachedEdits(dependencies, { checker, brand, states, plan });

  /** Plans an edit with the bots that it names as they are now. */
  async function plan(bots: BotReader, diagram: Diagram, edit: RequestedEdit, lookup?: ConnectionLookup) {
    const { changeSet, refusedAs } = edit;
    const linked = botIdsInChangeSet(diagram, changeSet, catalog);
    const known = { catalog, linkedBots: await findLinkedBots(caller, bots, linked) };
    const planned = planChangeSet(diagram, changeSet, known, lookup);
    if (planned.kind === 'refused') throw violationsError(refusedAs, planned.violations);
    return planned;
  }

  /** @spec DR40 */
  function decider(bot: BotRecord, write: WholeWrite | EditWrite): Decide {
    return (draft, diagram) => {
      const state = { bot, draft };
      const command = { kind: 'write_draft', ifRevision: write.ifRevision } as const;
      const decision = botLifecycle.decide(state, command, context);
      const isAbsent = (): boolean => {
        const present = 'changeSet' in write && write.hasBlock !== undefined ? diagram() : undefined;
        return present !== undefined && 'changeSet' in write && write.hasBlock?.(present) === false;
      };
      if (decision.kind === 'refused') {
        throw refusalOf(state, { ...command, block: isAbsent() ? 'absent' : 'present' }, { context });
      }
      if (isAbsent()) throw refusalOf(state, { ...command, block: 'absent' }, { context });
      return effectOf(decision.effects, 'replace_draft').revision;
    };
  }

  async function nextWhole({ tx, bot, write, known, before, decide }: Run<WholeWrite>): Promise<Made | MissingFact> {
    const current = await findHead(tx.drafts, bot.id);
    const revision = decide(current, () => undefined);
    if (before !== undefined && isSameHead(before.of, current)) return before;
    const made = await write.make({ tx, bot, current, isQueued: known.large !== undefined });
    if ('fact' in made) return made;
    const { diagram, diagramJson } = made;
    if (diagramJson === undefined) requireDiagramSize(dependencies, diagram);
    const text = diagramJson ?? JSON.stringify(diagram);
    return { of: current, revision, diagram, diagramJson: text, removedConnections: [] };
  }

  async function nextEdited({ tx, bot, write, known, before, decide }: Run<EditWrite>): Promise<Made | MissingFact> {
    const current = await findDraft(tx.drafts, bot.id);
    const revision = decide(current, () => storedDiagram(current));
    if (before !== undefined && isSameHead(before.of, current)) return before;
    if (known.large === undefined && isLargeText(current.diagramJson)) return queueMissing;
    const stored = storedDiagram(current);
    const planned = await plan(tx.bots, stored, write);
    const diagram = editedDiagram(stored, planned);
    requireDiagramSize(dependencies, diagram);
    const { removedConnections } = planned;
    return { of: current, revision, diagram, diagramJson: JSON.stringify(diagram), removedConnections };
  }

  /** @spec DR5, DR6, DR10, DR15, DR16, DR37 */
  async function run<T>(write: WholeWrite | EditWrite, answer: (written: Written) => T): Promise<T> {
    const { botId } = write;
    let made: Made | undefined;
    if ('changeSet' in write) await cached.prepare(botId);
    const outcome = await checker.withFacts('skip', (known) =>
      transact(async (tx) => {
        const bot = await lockBot(caller, tx, botId);
        const decide = decider(bot, write);
        if ('changeSet' in write && known.large === undefined) {
          const edited = await cached.edit(tx, { bot, write, known, decide });
          if (edited?.kind === 'missing') return edited;
          if (edited !== undefined) {
            raiseDraftChanged(tx, bot, edited.draft.revision);
            return done(answer(edited));
          }
        }
        const parts = { tx, bot, known, before: made, decide };
        const next = await ('changeSet' in write ? nextEdited({ ...parts, write }) : nextWhole({ ...parts, write }));
        if ('fact' in next) return next;
        made = next;
        const { of: current, revision, diagram, diagramJson, removedConnections } = next;
        const checked = await checker.check(tx, bot, { diagram, diagramJson }, known);
        if (checked.kind === 'missing') return checked;

        const { check } = checked;
        const head = await writer.replace(tx, bot, current, { revision, diagramJson, check });
        const draft = { ...head, violations: check.violations };
        return done(answer({ draft, text: diagramJson, removedConnections }));
      }),
    );
    return outcome.value;
  }

  /**
   * @returns `undefined`: the current text is not remembered, or so short that a change of it is no shorter.
   * @spec DR48
   */
  function changeOf(current: DraftHead, diagramJson: string): TextChange | undefined {
    const from = draftCache.get(brand, current.botId);
    if (from === undefined || !isSameState(from, current) || !isLong(from.text)) return undefined;
    const text = from.text.read();
    const splices = textSplices(text, diagramJson);
    let bytes = from.stored.bytes;
    if (bytes === undefined) return { from, splices, bytes: utf8Length(diagramJson) };
    for (const [at, removed, added] of splices) {
      bytes += utf8Length(added) - utf8Length(text.slice(at, at + removed));
    }
    return { from, splices, bytes };
  }

  const writer: DraftWriter = {
    write: (write) => run(write, toWrittenDraft),
    edit: (write) => run(write, toWrittenDraft),
    editListingRemoved: (write) => run(write, toEditedDraft),

    /** @spec DR47 */
    async remembered(drafts, botId) {
      const known = draftCache.get(brand, botId);
      if (known === undefined) return undefined;
      const head = await drafts.findHead(botId);
      if (head === undefined || !isSameState(known, head)) return undefined;
      const { check, text } = known;
      return withDiagram(membersOf({ ...head, violations: check.violations }), text.read);
    },

    async replace(tx, bot, current, { revision, diagramJson, check }) {
      sizes.note(brand, bot.id, { diagramJson });
      const text = growingText(diagramJson);
      const prepared = preparedLater(text, checker.contextWithoutFacts(bot), dependencies.kinds);
      const change = changeOf(current, diagramJson);
      const head = await states.put(tx, current, { revision, text, check, prepared, change });
      raiseDraftChanged(tx, bot, revision);
      return head;
    },
  };
  return writer;
}

function raiseDraftChanged(tx: EngineTransaction, { id: botId, workspace }: BotRecord, revision: number): void {
  tx.raise({ type: 'draft.changed', botId, workspace, revision });
}

function isSameHead(some: DraftHead, other: DraftHead): boolean {
  return some.revision === other.revision && some.stateId === other.stateId;
}

/** Finds the draft of a bot. Every bot has one. */
export async function findDraft(drafts: DraftReader, botId: string): Promise<DraftRecord> {
  const draft = await drafts.find(botId);
  if (draft === undefined) throw new Error(`Bot ${botId} has no draft in the store.`);
  return draft;
}

async function findHead(drafts: DraftReader, botId: string): Promise<DraftHead> {
  const head = await drafts.findHead(botId);
  if (head === undefined) throw new Error(`Bot ${botId} has no draft in the store.`);
  return head;
}

/** @spec DR3, DR4 */
export function toDraft(record: DraftRecord): Draft {
  return withDiagram(membersOf(record), record.diagramJson);
}

function toWrittenDraft({ draft, text }: Written): Draft {
  return withDiagram(membersOf(draft), text);
}

/** @spec DR18 */
function toEditedDraft({ draft, text, removedConnections }: Written): EditedDraft {
  return withDiagram({ ...membersOf(draft), removedConnections }, text);
}

function membersOf(draft: Written['draft']) {
  const { botId, revision, violations, violationsTotal, editedAt } = draft;
  return { botId, revision, saveState: saveStateOf(draft), violations, violationsTotal, editedAt };
}

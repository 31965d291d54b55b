import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type Draft, type EditedDraft, withDiagram } from '../../domain/draft.ts';
import { editedDiagram, planChangeSet } from '../../domain/edits/apply-change-set.ts';
import { botIdsInChangeSet } from '../../domain/edits/change-set.ts';
import type { ConnectionLookup } from '../../domain/edits/plan-connections.ts';
import { textSplices } from '../../domain/edits/splices.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { saveStateOf } from '../../domain/lifecycle/bot-state.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import { utf8Length } from '../../domain/text.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { DraftHead, DraftReader, DraftRecord } from '../../ports/draft-store.ts';
import { violationsError } from '../bots/bot-decisions.ts';
import { loadWithHead, requireDraft } from '../bots/bot-records.ts';
import { brandStorage, done } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import { type Changes, decided, load, type Needs, noChanges, type Part, type UseCase } from '../use-case/use-case.ts';
import { cachedEdits } from './cached-edit.ts';
import type { CheckFacts } from './check-facts.ts';
import { type DiagramChecker, storedDiagram } from './diagram-checker.ts';
import { findLinkedBots } from './diagram-facts.ts';
import { requireDiagramSize } from './diagram-input.ts';
import { growingText, isLong, isSameState, preparedLater } from './draft-cache.ts';
import { draftStates, type TextChange } from './draft-states.ts';
import {
  type DraftWriterDependencies,
  decideWrite,
  type EditWrite,
  type RequestedEdit,
  type WholeWrite,
  type Written,
} from './draft-write.ts';

export interface DraftWriter {
  /** Stores a whole diagram: it is checked, and everything is written or nothing. */
  write(write: WholeWrite): Promise<Draft>;
  /** The same for an edit of the stored diagram. */
  edit(write: EditWrite): Promise<Draft>;
  /** The same, with the connections that the edit removed. */
  editListingRemoved(write: EditWrite): Promise<EditedDraft>;
  /** The stored draft without reading its text, if it is remembered. */
  remembered(drafts: DraftReader, botId: string): Promise<Draft | undefined>;
  /** Puts the next state of a draft, at the revision that a decision gave. @returns Its head. */
  replace(changes: Changes, bot: BotRecord, current: DraftHead, next: NextDraft): DraftHead;
}

export interface NextDraft {
  readonly revision: number;
  readonly diagramJson: string;
  readonly check: CheckResult;
}

/** The next diagram, computed once per state of the draft: for a large diagram the use-case runs more than once. */
interface Made {
  readonly kind: 'made';
  readonly of: DraftHead;
  readonly revision: number;
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly removedConnections: readonly JsonObject[];
}

/** One run of a write. */
interface Run<TWrite> {
  readonly bot: BotRecord;
  readonly draft: DraftHead;
  readonly write: TWrite;
  readonly facts: CheckFacts;
  /** What a run before has made. */
  readonly before: Made | undefined;
}

export function draftWriter(
  dependencies: DraftWriterDependencies,
  caller: Caller,
  checker: DiagramChecker,
): DraftWriter {
  const { storage, catalog, limits, draftCache, sizes } = dependencies;
  const { brand, person } = caller.principal;
  const { perform } = brandStorage(storage, caller);
  const keep = { maxRevisions: limits.maxRevisions, maxBytes: limits.maxRevisionBytes };
  const states = draftStates({ ...dependencies, brand, keep, editedBy: person });
  const cached = cachedEdits(dependencies, { checker, brand, states, plan });

  /** @spec DR5, DR6, DR10, DR15, DR16, DR37 */
  async function run<T>(write: WholeWrite | EditWrite, answer: (written: Written) => T): Promise<T> {
    let before: Made | undefined;

    function* writeDraft(facts: CheckFacts): UseCase<{ readonly kind: 'done'; readonly value: T }> {
      const { bot, draft } = yield* loadWithHead(caller, write.botId);
      const changes = noChanges();
      const edited = 'changeSet' in write ? yield* cached.edit(changes, { bot, draft, write, facts }) : undefined;
      if (edited?.kind === 'needs') return edited;
      if (edited !== undefined) return decided(changes, () => done(answer(edited)));

      const parts = { bot, draft, facts, before };
      const next = yield* 'changeSet' in write ? nextEdited({ ...parts, write }) : nextWhole({ ...parts, write });
      if (next.kind === 'needs') return next;
      before = next;
      const checked = yield* checker.check(bot, next, facts);
      if (checked.kind === 'needs') return checked;

      const { revision, diagramJson: text, removedConnections } = next;
      const { check } = checked;
      const head = writer.replace(changes, bot, draft, { revision, diagramJson: text, check });
      const written = { draft: { ...head, violations: check.violations }, text, removedConnections };
      return decided(changes, () => done(answer(written)));
    }
    if ('changeSet' in write) await cached.prepare(write.botId);
    const outcome = await checker.withFacts('skip', (facts) => perform(() => writeDraft(facts)));
    return outcome.value;
  }

  function* nextWhole({ bot, draft, write, facts, before }: Run<WholeWrite>): Part<Made | Needs> {
    const revision = decideWrite(dependencies, { bot, draft }, write);
    if (before !== undefined && isSameHead(before.of, draft)) return before;
    const made = yield* write.make(bot, draft, facts);
    if (made.kind === 'needs') return made;
    const { diagram, diagramJson } = made;
    if (diagramJson === undefined) requireDiagramSize(dependencies, diagram);
    const text = diagramJson ?? JSON.stringify(diagram);
    return { kind: 'made', of: draft, revision, diagram, diagramJson: text, removedConnections: [] };
  }

  function* nextEdited({ bot, draft, write, facts, before }: Run<EditWrite>): Part<Made | Needs> {
    const [found] = yield* load({ kind: 'draft', botId: bot.id });
    const current = requireDraft(bot.id, found);
    const revision = decideWrite(dependencies, { bot, draft }, write, () => storedDiagram(current));
    if (before !== undefined && isSameHead(before.of, draft)) return before;
    if (facts.lacksTurn(current.diagramJson)) return facts.needsTurn();
    const stored = storedDiagram(current);
    const planned = yield* plan(stored, write);
    const diagram = editedDiagram(stored, planned);
    requireDiagramSize(dependencies, diagram);
    const { removedConnections } = planned;
    return { kind: 'made', of: draft, revision, diagram, diagramJson: JSON.stringify(diagram), removedConnections };
  }

  /** Plans an edit with the bots that it names as they are now. */
  function* plan(diagram: Diagram, { changeSet, refusedAs }: RequestedEdit, lookup?: ConnectionLookup) {
    const linked = botIdsInChangeSet(diagram, changeSet, catalog);
    const known = { catalog, linkedBots: yield* findLinkedBots(caller, linked) };
    const planned = planChangeSet(diagram, changeSet, known, lookup);
    if (planned.kind === 'refused') throw violationsError(refusedAs, planned.violations);
    return planned;
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

    replace(changes, bot, current, { revision, diagramJson, check }) {
      sizes.note(brand, bot.id, { diagramJson });
      const text = growingText(diagramJson);
      const prepared = preparedLater(text, checker.contextWithoutFacts(bot), dependencies.kinds);
      const change = changeOf(current, diagramJson);
      return states.put(changes, { bot, current }, { revision, text, check, prepared, change });
    },
  };
  return writer;
}

function isSameHead(some: DraftHead, other: DraftHead): boolean {
  return some.revision === other.revision && some.stateId === other.stateId;
}

export async function findDraft(drafts: DraftReader, botId: string): Promise<DraftRecord> {
  return requireDraft(botId, await drafts.find(botId));
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

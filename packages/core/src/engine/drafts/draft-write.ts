import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { ChangeSet } from '../../domain/edits/change-set.ts';
import { type ListSplice, listSplices, type TextSplice, textSplices } from '../../domain/edits/splices.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { CheckResult, Violation } from '../../domain/rules/violation.ts';
import { utf8Length } from '../../domain/text.ts';
import type { DraftHead, DraftRecord } from '../../records/drafts.ts';
import { effectOf, effectsOf } from '../bots/bot-decisions.ts';
import type { WithDraft } from '../bots/bot-records.ts';
import type { BrandStorage } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import type { ErrorCode } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { Changes, Needs, Part } from '../use-case/use-case.ts';
import type { CheckFacts } from './check-facts.ts';
import type { DiagramChecker } from './diagram-checker.ts';
import {
  type CachedDraft,
  type GrowingText,
  growingText,
  isLong,
  isSameState,
  type PreparedDraft,
  preparedLater,
} from './draft-cache.ts';

/** The dependencies of each part of a write. */
export interface DraftWriteParts extends EngineParts, Pick<BrandStorage, 'perform' | 'execute'> {
  readonly caller: Caller;
  readonly checker: DiagramChecker;
}

/** A whole diagram to store. */
export interface NewDiagram {
  readonly kind: 'diagram';
  readonly diagram: Diagram;
  /**
   * Its JSON text, if it is stored unchanged and its size was checked when it was read: writing it here would block
   * other transactions.
   */
  readonly diagramJson?: string;
}

export interface WholeWrite {
  readonly botId: string;
  /** The revisions at which the caller wants to write; `undefined`: any. */
  readonly ifRevision: readonly number[] | undefined;
  /** The program that writes for the person. */
  readonly by?: string | undefined;
  /** Makes the next diagram, or throws a refusal. */
  make(present: WithDraft<DraftHead>, facts: CheckFacts): Part<NewDiagram | Needs>;
}

/** An edit of the diagram that is stored. */
export interface EditWrite extends Omit<WholeWrite, 'make'> {
  readonly changeSet: ChangeSet;
  /** The error when the change set has problems. */
  readonly refusedAs: ErrorCode;
  /** Stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** Whether the diagram has the block that the edit names. Absent: the edit names no block. */
  hasBlock?(diagram: Diagram): boolean;
}

/** A draft that is stored, and the connections that the write removed. */
export interface Written {
  readonly draft: DraftHead & Pick<DraftRecord, 'violations'>;
  readonly text: string | (() => string);
  readonly removedConnections: readonly JsonObject[];
}

/**
 * Decides on a write of a draft.
 *
 * @param hasBlock - Whether the diagram has the block that an edit names.
 * @returns The revision that it makes.
 * @throws {EngineError} the refusal
 * @spec DR40
 */
export function decideWrite(
  { channelFamilies }: Pick<EngineParts, 'channelFamilies'>,
  state: WithDraft<DraftHead>,
  ifRevision: readonly number[] | undefined,
  hasBlock = true,
): number {
  const command = { kind: 'write_draft', ifRevision, block: hasBlock ? 'present' : 'absent' } as const;
  return effectOf(effectsOf(state, command, { context: { channelFamilies } }), 'replace_draft').revision;
}

/** Puts the next state of a draft as a whole text. @returns Its head. */
export function replaceDraft(
  parts: Omit<DraftWriteParts, keyof BrandStorage>,
  changes: Changes,
  present: WithDraft<DraftHead>,
  next: {
    readonly revision: number;
    readonly diagramJson: string;
    readonly check: CheckResult;
    readonly by?: string | undefined;
  },
): DraftHead {
  const { caller, checker, kinds, sizes } = parts;
  const { revision, diagramJson, check, by } = next;
  sizes.note(caller.principal.brand, present.bot.id, { diagramJson });
  const text = growingText(diagramJson);
  const prepared = preparedLater(text, checker.contextWithoutFacts(present.bot), kinds);
  const change = changeOf(parts, present.draft, diagramJson);
  return putDraft(parts, changes, present, { revision, text, check, prepared, change, by });
}

/**
 * Finds the splices that turn the current text into a new one.
 *
 * @returns `undefined`: the current text is not cached, or is too short to gain from a change.
 * @spec DR48
 */
function changeOf(
  { caller, draftCache }: Pick<DraftWriteParts, 'caller' | 'draftCache'>,
  current: DraftHead,
  diagramJson: string,
): TextChange | undefined {
  const from = draftCache.get(caller.principal.brand, current.botId);
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

/** Changes after the last whole text. A reader of the text applies them, so their number is limited. */
const mostChanges = 256;

interface NextState {
  readonly revision: number;
  readonly text: GrowingText;
  readonly check: CheckResult;
  readonly prepared: PreparedDraft;
  /** The splices from the current text. Absent: the whole text is written. */
  readonly change?: TextChange | undefined;
  readonly by?: string | undefined;
}

interface TextChange {
  readonly from: CachedDraft;
  readonly splices: readonly TextSplice[];
  /** UTF-8 bytes of the new text. */
  readonly bytes: number;
}

/**
 * Puts the next state of a draft: as a change of the state before, unless the changes have become too many, or longer
 * than the text. Caches it immediately under its id, so that the next write, perhaps in the same commit, finds it.
 *
 * @returns Its head.
 * @spec BO41, DR5, DR13, DR14, DR45, DR47
 */
export function putDraft(
  { clock, ids, draftCache, limits, caller }: Omit<DraftWriteParts, keyof BrandStorage | 'checker'>,
  { operations, events }: Changes,
  { bot, draft }: WithDraft<DraftHead>,
  { revision, text, check, prepared, change, by }: NextState,
): DraftHead {
  const { id: botId, workspace } = bot;
  const { brand, person: editedBy } = caller.principal;
  const { violations, total: violationsTotal } = check;
  const stateId = ids.uuid();
  const head = {
    botId,
    revision,
    stateId,
    violationsTotal,
    editedAt: clock.now(),
    editedBy,
    ...(by !== undefined && { by }),
  };
  const append = change && appended(change, violations, text);
  const isSame = hasViolations(draftCache.get(brand, botId), draft, violations);
  const state = append?.written ?? { diagramJson: text.read(), ...(isSame ? {} : { violations }) };
  const keep = { maxRevisions: limits.maxRevisions, maxBytes: limits.maxRevisionBytes };
  operations.push(
    { kind: 'putDraft', next: { ...head, ...state }, expected: draft.revision, keep },
    { kind: 'updateBot', id: botId, change: { editedAt: head.editedAt } },
  );
  events.push({ type: 'draft.changed', botId, workspace, revision });
  const stored = append?.stored ?? { changes: 0, changeLength: 0, bytes: change?.bytes };
  draftCache.put(brand, { botId, revision, stateId, check, text, prepared, stored });
  return head;
}

/** Whether a stored draft is known to have these violations. */
function hasViolations(cached: CachedDraft | undefined, draft: DraftHead, violations: readonly Violation[]): boolean {
  if (violations.length === 0) return draft.violationsTotal === 0;
  return cached !== undefined && isSameState(cached, draft) && violationChanges(cached, violations).length === 0;
}

function violationChanges({ check }: CachedDraft, violations: readonly Violation[]): readonly ListSplice<Violation>[] {
  return listSplices(check.violations, violations, (found) => JSON.stringify(found));
}

/** @returns `undefined`: write the whole text. */
function appended({ from, splices, bytes }: TextChange, violations: readonly Violation[], text: GrowingText) {
  const violationSplices = violationChanges(from, violations);
  const changes = from.stored.changes + 1;
  const changeLength = from.stored.changeLength + lengthOf(splices, violationSplices);
  if (changes > mostChanges || changeLength > text.length()) return undefined;
  return { written: { textSplices: splices, violationSplices, bytes }, stored: { changes, changeLength, bytes } };
}

/** The approximate length of a stored change, in characters. */
function lengthOf(splices: readonly TextSplice[], violations: readonly ListSplice<Violation>[]): number {
  const texts = splices.reduce((sum, [, , added]) => sum + added.length, 0);
  return texts + 20 * splices.length + (violations.length === 0 ? 0 : JSON.stringify(violations).length);
}

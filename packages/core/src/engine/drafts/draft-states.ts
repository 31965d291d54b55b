import { type ListSplice, listSplices, type TextSplice } from '../../domain/edits/splices.ts';
import type { CheckResult, Violation } from '../../domain/rules/violation.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DraftHead, HistoryBounds } from '../../ports/draft-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { Changes } from '../use-case/use-case.ts';
import type { CachedDraft, DraftCache, GrowingText, PreparedDraft } from './draft-cache.ts';

/** Changes after the last whole text. Whoever reads the text applies them, so they must not become many. */
const mostChanges = 256;

export interface NextState {
  readonly revision: number;
  readonly text: GrowingText;
  readonly check: CheckResult;
  readonly prepared: PreparedDraft;
  /** How the text is made of that of the current state. Left out: it is written whole. */
  readonly change?: TextChange | undefined;
}

export interface PresentState {
  readonly bot: BotRecord;
  readonly current: DraftHead;
}

export interface TextChange {
  readonly from: CachedDraft;
  readonly splices: readonly TextSplice[];
  /** UTF-8 bytes of the new text. */
  readonly bytes: number;
}

/** Makes the next states of drafts, and remembers them. */
export interface DraftStates {
  /**
   * Puts the next state of a draft: as a change of the state before, unless the changes have become as long as the text,
   * or many. It is remembered at once under its name, so that whoever comes next, perhaps in the same commit, finds it.
   *
   * @returns Its head.
   * @spec BO41, DR5, DR13, DR14, DR45, DR47
   */
  put(changes: Changes, draft: PresentState, next: NextState): DraftHead;
}

export interface DraftStatesParts {
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid'>;
  readonly draftCache: DraftCache;
  readonly brand: string;
  readonly keep: HistoryBounds;
  readonly editedBy: number;
}

export function draftStates({ clock, ids, draftCache, brand, keep, editedBy }: DraftStatesParts): DraftStates {
  return {
    put({ operations, events }, { bot, current }, { revision, text, check, prepared, change }) {
      const { id: botId, workspace } = bot;
      const { violations, total: violationsTotal } = check;
      const stateId = ids.uuid();
      const head = { botId, revision, stateId, violationsTotal, editedAt: clock.now(), editedBy };
      const append = change && appended(change, violations, text);
      const state = append === undefined ? { diagramJson: text.read(), violations } : append.written;
      operations.push(
        { kind: 'putDraft', next: { ...head, ...state }, expected: current.revision, keep },
        { kind: 'updateBot', id: botId, change: { editedAt: head.editedAt } },
      );
      events.push({ type: 'draft.changed', botId, workspace, revision });
      const stored = append?.stored ?? { changes: 0, changeLength: 0, bytes: change?.bytes };
      draftCache.put(brand, { botId, revision, stateId, check, text, prepared, stored });
      return head;
    },
  };
}

/** @returns `undefined`: the whole text has to be written. */
function appended({ from, splices, bytes }: TextChange, violations: readonly Violation[], text: GrowingText) {
  const violationSplices = listSplices(from.check.violations, violations, (found) => JSON.stringify(found));
  const changes = from.stored.changes + 1;
  const changeLength = from.stored.changeLength + lengthOf(splices, violationSplices);
  if (changes > mostChanges || changeLength > text.length()) return undefined;
  return { written: { textSplices: splices, violationSplices, bytes }, stored: { changes, changeLength, bytes } };
}

/** About how many characters a change has where it is stored. */
function lengthOf(splices: readonly TextSplice[], violations: readonly ListSplice<Violation>[]): number {
  const texts = splices.reduce((sum, [, , added]) => sum + added.length, 0);
  return texts + 20 * splices.length + (violations.length === 0 ? 0 : JSON.stringify(violations).length);
}

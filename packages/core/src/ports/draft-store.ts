import type { ListSplice, TextSplice } from '../domain/edits/splices.ts';
import type { Page, PageRange } from '../domain/paging/page.ts';
import type { Violation } from '../domain/rules/violation.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A draft without its diagram and its violations. */
export interface DraftHead {
  readonly botId: string;
  readonly revision: number;
  /**
   * Names only this state: another state of the draft has another id, also when it has the same revision because the
   * transaction of the first was rolled back. Left out of states that the engine did not name.
   */
  readonly stateId?: string;
  readonly violationsTotal: number;
  readonly editedAt: EpochMs;
  readonly editedBy: number;
}

export interface DraftRecord extends DraftHead {
  /**
   * Exactly the text that the engine gave. A store must not parse, reorder or re-encode it. Well-formed Unicode
   * without U+0000, as `JSON.stringify` makes it.
   *
   * @spec ST26
   */
  readonly diagramJson: string;
  /** @spec ST31 */
  readonly violations: readonly Violation[];
}

/** The next state of a draft, as changes of the present one. */
export interface DraftChange extends DraftHead {
  /** Makes the next text of the present one: `spliceText` applies it. */
  readonly textSplices: readonly TextSplice[];
  /** UTF-8 bytes of the next text. */
  readonly bytes: number;
  /** Makes the next list of the present one: `spliceList` applies it. */
  readonly violationSplices: readonly ListSplice<Violation>[];
}

export type RevisionRecord = Pick<DraftRecord, 'revision' | 'diagramJson' | 'editedAt' | 'editedBy'>;

/**
 * How much history of a draft the store keeps. It removes states beyond either bound, oldest first. @spec ST29, ST30
 */
export interface HistoryBounds {
  readonly maxRevisions: number;
  /** Counted in UTF-8 bytes of the diagram texts. */
  readonly maxBytes: number;
}

export interface DraftReader {
  find(botId: string): Promise<DraftRecord | undefined>;
  /** The same without the parts that may be large. @spec ST110 */
  findHead(botId: string): Promise<DraftHead | undefined>;
  /** Past states, newest first, without the current one. @spec ST28 */
  listRevisions(botId: string, range: PageRange): Promise<Page<RevisionRecord>>;
}

export interface DraftStore extends DraftReader {
  insert(draft: DraftRecord): Promise<void>;
  /**
   * Replaces the draft if its revision is still `expected`, and adds the state it had to the history, within `keep`.
   * The engine takes care that the revision of `next` is greater.
   *
   * Race rule: exactly one of any number of concurrent calls with the same `expected`, in any transactions, returns
   * `'replaced'`; the others return `'stale'` and write nothing.
   *
   * @spec ST27, ST32
   */
  replace(next: DraftRecord, expected: number, keep: HistoryBounds): Promise<'replaced' | 'stale'>;
  /**
   * The same as `replace`, with splices of the present text and violations, for a small change of a large diagram. A
   * store may keep the splices, and apply them when the text is read; the engine calls `replace` from time to time,
   * which bounds their number. The size of the write should follow the size of the change, not of the diagram.
   *
   * Race rule: the rule of `replace`.
   *
   * @spec ST111
   */
  append(change: DraftChange, expected: number, keep: HistoryBounds): Promise<'replaced' | 'stale'>;
}

import type { Page, PageRange } from '../domain/paging/page.ts';
import type { Violation } from '../domain/rules/violation.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface DraftRecord {
  readonly botId: string;
  readonly revision: number;
  /**
   * Exactly the text that the engine gave. A store must not parse, reorder or re-encode it. Well-formed Unicode
   * without U+0000, as `JSON.stringify` makes it.
   *
   * @spec ST26
   */
  readonly diagramJson: string;
  /** @spec ST31 */
  readonly violations: readonly Violation[];
  readonly violationsTotal: number;
  readonly editedAt: EpochMs;
  readonly editedBy: number;
}

export type RevisionRecord = Pick<DraftRecord, 'revision' | 'diagramJson' | 'editedAt' | 'editedBy'>;

/** How much history of a draft is kept. What exceeds either bound is removed, oldest first. @spec ST29, ST30 */
export interface HistoryBounds {
  readonly maxRevisions: number;
  /** Counted in UTF-8 bytes of the diagram texts. */
  readonly maxBytes: number;
}

export interface DraftReader {
  find(botId: string): Promise<DraftRecord | undefined>;
  /** Past states, newest first, without the current one. @spec ST28 */
  listRevisions(botId: string, range: PageRange): Promise<Page<RevisionRecord>>;
}

export interface DraftStore extends DraftReader {
  insert(draft: DraftRecord): Promise<void>;
  /**
   * Replaces the draft if its revision is still `expected`, and adds the state it had to the history, within `keep`.
   * The engine takes care that the revision of `next` is greater.
   *
   * Race rule: of any number of concurrent calls with the same `expected`, in whatever transactions, exactly one
   * returns `'replaced'`; the others return `'stale'` and write nothing.
   *
   * @spec ST27, ST32
   */
  replace(next: DraftRecord, expected: number, keep: HistoryBounds): Promise<'replaced' | 'stale'>;
}

import { spliceList, spliceText } from '../domain/edits/splices.ts';
import { pageOf } from '../domain/paging/page.ts';
import { utf8Length } from '../domain/text.ts';
import type {
  DraftHead,
  DraftReader,
  DraftRecord,
  DraftStore,
  HistoryBounds,
  RevisionRecord,
} from '../ports/draft-store.ts';
import type { BotRow, StoredDraft, StoredRevision } from './brand-state.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function draftReader(read: Read): DraftReader {
  return {
    find: (botId) =>
      read(({ bots }) => {
        const row = bots.get(botId);
        return row?.draft && toRecord(row.draft, row.revisions);
      }),
    findHead: (botId) =>
      read(({ bots }) => {
        const draft = bots.get(botId)?.draft;
        return draft && headOf(draft);
      }),
    listRevisions: (botId, range) =>
      read(({ bots }) => {
        const row = bots.get(botId);
        const page = pageOf(visibleRevisions(row), range);
        return { ...page, items: toRevisions(page.items, row?.revisions ?? []) };
      }),
  };
}

export function draftStore(read: Read, write: Write): DraftStore {
  /** Stores the next state if the draft is still at the expected one. */
  function move(
    { botId, expected, keep }: { readonly botId: string; readonly expected: number; readonly keep: HistoryBounds },
    next: (draft: StoredDraft) => StoredDraft,
  ): Promise<'replaced' | 'stale'> {
    return write((state) => {
      const row = state.bots.get(botId);
      if (row?.draft?.revision !== expected) return 'stale';
      const draft = next(row.draft);
      const replaced = revisionOf(row.draft);
      const pastStates = countWithin([replaced, ...visibleRevisions(row)], keep);
      const all = [replaced, ...row.revisions];
      state.bots.put({ ...row, draft, revisions: withTextsOf(draft, all, pastStates), pastStates });
      return 'replaced';
    });
  }

  return {
    ...draftReader(read),

    insert(draft) {
      const given = frozenCopy(draft);
      return write((state) =>
        state.changeBot(given.botId, (row) => {
          if (row.draft !== undefined) throw new Error('The bot has a draft.');
          return { ...row, draft: given };
        }),
      );
    },

    replace(next, expected, keep) {
      const given = frozenCopy(next);
      return move({ botId: given.botId, expected, keep }, () => given);
    },

    append(change, expected, keep) {
      const { violationSplices, ...given } = frozenCopy(change);
      return move({ botId: given.botId, expected, keep }, ({ violations }) =>
        Object.freeze({ ...given, violations: Object.freeze(spliceList(violations, violationSplices)) }),
      );
    },
  };
}

function headOf({ botId, revision, stateId, violationsTotal, editedAt, editedBy }: StoredDraft): DraftHead {
  return { botId, revision, ...(stateId !== undefined && { stateId }), violationsTotal, editedAt, editedBy };
}

function toRecord(draft: StoredDraft, revisions: readonly StoredRevision[]): DraftRecord {
  if (isWhole(draft)) return draft;
  const { textSplices: _, bytes: __, ...record } = draft;
  const base = revisions.findIndex(({ record: { diagramJson } }) => diagramJson !== undefined);
  const later = revisions.slice(0, base).map(({ record: { textSplices = [] } }) => textSplices);
  const splices = [draft.textSplices ?? [], ...later].reverse().flat();
  return Object.freeze({ ...record, diagramJson: spliceText(revisions[base]?.record.diagramJson ?? '', splices) });
}

function isWhole(draft: StoredDraft): draft is StoredDraft & DraftRecord {
  return draft.diagramJson !== undefined;
}

/** @param wanted - A run of `revisions`. */
function toRevisions(
  wanted: readonly StoredRevision[],
  revisions: readonly StoredRevision[],
): readonly RevisionRecord[] {
  const oldest = wanted.at(-1);
  if (oldest === undefined) return [];
  const [first, last] = [revisions.indexOf(wanted[0] as StoredRevision), revisions.indexOf(oldest)];
  const base = revisions.findIndex(({ record }, index) => index >= last && record.diagramJson !== undefined);
  let text = '';
  const texts = revisions
    .slice(first, base + 1)
    .reverse()
    .map(({ record: { diagramJson, textSplices = [] } }) => {
      text = diagramJson ?? spliceText(text, textSplices);
      return text;
    });
  texts.reverse();
  return wanted.map(({ record: { textSplices: _, ...record } }, index) => {
    return { ...record, diagramJson: texts[index] as string };
  });
}

/** The past states that count. Older ones stay while texts of newer ones depend on them. */
function visibleRevisions(row: BotRow | undefined): readonly StoredRevision[] {
  return row?.revisions.slice(0, row.pastStates) ?? [];
}

function revisionOf(draft: StoredDraft): StoredRevision {
  const { revision, diagramJson, textSplices = [], editedAt, editedBy } = draft;
  const text = diagramJson === undefined ? { textSplices } : { diagramJson };
  const bytes = draft.bytes ?? utf8Length(diagramJson ?? '');
  return Object.freeze({ record: Object.freeze({ revision, ...text, editedAt, editedBy }), bytes });
}

/** Counts the newest revisions that fit. The first that does not fit is removed, and so are all older ones. */
function countWithin(revisions: readonly StoredRevision[], keep: HistoryBounds): number {
  let bytes = 0;
  const kept = revisions.findIndex((revision, index) => {
    bytes += revision.bytes;
    return index >= keep.maxRevisions || bytes > keep.maxBytes;
  });
  return kept === -1 ? revisions.length : kept;
}

/** Keeps this number of revisions, and the older ones from which the text of the oldest is made. */
function withTextsOf(
  draft: StoredDraft,
  revisions: readonly StoredRevision[],
  count: number,
): readonly StoredRevision[] {
  if (count === 0 && isWhole(draft)) return [];
  const from = Math.max(count - 1, 0);
  const base = revisions.findIndex(({ record }, index) => index >= from && record.diagramJson !== undefined);
  return revisions.slice(0, base + 1);
}

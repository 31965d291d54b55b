import { pageOf } from '../domain/paging/page.ts';
import { utf8Length } from '../domain/text.ts';
import type { DraftReader, DraftRecord, DraftStore, HistoryBounds } from '../ports/draft-store.ts';
import type { StoredRevision } from './brand-state.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function draftReader(read: Read): DraftReader {
  return {
    find: (botId) => read(({ bots }) => bots.get(botId)?.draft),
    listRevisions: (botId, range) =>
      read(({ bots }) => {
        const revisions = bots.get(botId)?.revisions ?? [];
        return pageOf(
          revisions.map(({ record }) => record),
          range,
        );
      }),
  };
}

export function draftStore(read: Read, write: Write): DraftStore {
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
      return write((state) => {
        const row = state.bots.get(given.botId);
        if (row?.draft?.revision !== expected) return 'stale';
        const revisions = withinBounds([revisionOf(row.draft), ...row.revisions], keep);
        state.bots.put({ ...row, draft: given, revisions });
        return 'replaced';
      });
    },
  };
}

function revisionOf(draft: DraftRecord): StoredRevision {
  const { revision, diagramJson, editedAt, editedBy } = draft;
  return { record: frozenCopy({ revision, diagramJson, editedAt, editedBy }), bytes: utf8Length(diagramJson) };
}

/** Returns the newest revisions that fit. The first that does not fit is removed, and so are all older ones. */
function withinBounds(revisions: readonly StoredRevision[], keep: HistoryBounds): readonly StoredRevision[] {
  let bytes = 0;
  const kept = revisions.findIndex((revision, index) => {
    bytes += revision.bytes;
    return index >= keep.maxRevisions || bytes > keep.maxBytes;
  });
  return kept === -1 ? revisions : revisions.slice(0, kept);
}

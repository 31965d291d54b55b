import { utf8Length } from '../domain/text/utf8-length.ts';
import type { DraftReader, DraftRecord, DraftStore, HistoryBounds } from '../ports/draft-store.ts';
import type { Read, Write } from './access.ts';
import type { FiledRevision } from './bot-shelf.ts';
import { frozenCopy } from './frozen-copy.ts';
import { pageOf } from './page-of.ts';

export function draftReader(read: Read): DraftReader {
  return {
    find: (botId) => read((view) => view.shelf(botId)?.draft),
    listRevisions: (botId, range) =>
      read((view) =>
        pageOf(
          (view.shelf(botId)?.revisions ?? []).map((filed) => filed.record),
          range,
        ),
      ),
  };
}

export function draftStore(read: Read, write: Write): DraftStore {
  return {
    ...draftReader(read),

    insert(draft) {
      const given = frozenCopy(draft);
      return write((state) =>
        state.changeShelf(given.botId, (shelf) => {
          if (shelf.draft !== undefined) throw new Error('The bot has a draft.');
          return { ...shelf, draft: given };
        }),
      );
    },

    replace(next, expected, keep) {
      const given = frozenCopy(next);
      return write((state) => {
        if (given.revision <= expected) throw new Error('A draft revision must grow.');
        const shelf = state.shelf(given.botId);
        if (shelf?.draft?.revision !== expected) return 'stale';
        const revisions = withinBounds([fileDraft(shelf.draft), ...shelf.revisions], keep);
        state.putShelf(given.botId, { ...shelf, draft: given, revisions });
        return 'replaced';
      });
    },
  };
}

function fileDraft(draft: DraftRecord): FiledRevision {
  const { revision, diagramJson, editedAt, editedBy } = draft;
  return { record: frozenCopy({ revision, diagramJson, editedAt, editedBy }), bytes: utf8Length(diagramJson) };
}

/** Keeps the newest that fit; what is older than one that does not fit goes too. */
function withinBounds(revisions: readonly FiledRevision[], keep: HistoryBounds): readonly FiledRevision[] {
  let bytes = 0;
  const kept = revisions.findIndex((filed, index) => {
    bytes += filed.bytes;
    return index >= keep.maxRevisions || bytes > keep.maxBytes;
  });
  return kept === -1 ? revisions : revisions.slice(0, kept);
}

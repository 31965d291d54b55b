import type { DraftReader, DraftRecord, DraftStore, HistoryBounds, RevisionRecord } from '@botwright/core/ports';
import type { RunQuery, Transaction } from './access.ts';
import type { Connection } from './connection.ts';
import { type PageSql, readPage } from './read-page.ts';

export const findDraftSql =
  'SELECT drafts.revision, violations, violations_total, edited_at, edited_by, diagram_json ' +
  'FROM drafts JOIN draft_states USING (brand, bot_id, revision) WHERE brand = ? AND bot_id = ?';

/** Past states are those with a smaller revision than the draft. */
export const revisionsSql: PageSql = {
  count: 'SELECT past_states AS total FROM drafts WHERE brand = ? AND bot_id = ?',
  page:
    'SELECT revision, edited_at, edited_by, diagram_json FROM draft_states WHERE brand = ?1 AND bot_id = ?2 ' +
    'AND revision < (SELECT revision FROM drafts WHERE brand = ?1 AND bot_id = ?2) ' +
    'ORDER BY revision DESC LIMIT ?3 OFFSET ?4',
};

export function draftReader(brand: string, run: RunQuery): DraftReader {
  return {
    find: (botId) =>
      run((connection) => {
        const row = connection.get<DraftRow>(findDraftSql, brand, botId);
        return row === undefined ? undefined : decodeDraft(botId, row);
      }),
    listRevisions: (botId, range) =>
      run((connection) => readPage(connection, revisionsSql, [brand, botId], { range, decode: decodeRevision })),
  };
}

export function draftStore({ brand, run }: Transaction): DraftStore {
  return {
    ...draftReader(brand, run),

    insert: (draft) =>
      run((connection) => {
        const bytes = Buffer.byteLength(draft.diagramJson);
        connection.run(
          'INSERT INTO drafts (brand, bot_id, revision, violations, violations_total, bytes, past_states, past_bytes) ' +
            'VALUES (?, ?, ?, ?, ?, ?, 0, 0)',
          brand,
          draft.botId,
          draft.revision,
          JSON.stringify(draft.violations),
          draft.violationsTotal,
          bytes,
        );
        insertState(connection, { brand, draft, bytes });
      }),

    replace: (next, expected, keep) =>
      run((connection) => {
        const bytes = Buffer.byteLength(next.diagramJson);
        const past = moveDraft(connection, { brand, next, bytes, expected });
        if (past === undefined) return 'stale';
        insertState(connection, { brand, draft: next, bytes });
        prune(connection, { brand, botId: next.botId, past, keep });
        return 'replaced';
      }),
  };
}

/** The size of a draft's history, including the state that was just replaced. */
interface Past {
  readonly past_states: number;
  readonly past_bytes: number;
}

/**
 * Moves the draft to its next revision if it is at the expected one. The former state stays in the same table, as
 * history.
 */
function moveDraft(
  connection: Connection,
  move: { readonly brand: string; readonly next: DraftRecord; readonly bytes: number; readonly expected: number },
): Past | undefined {
  const { brand, next, bytes, expected } = move;
  return connection.get<Past>(
    'UPDATE drafts SET revision = ?, violations = ?, violations_total = ?, bytes = ?, ' +
      'past_states = past_states + 1, past_bytes = past_bytes + bytes ' +
      'WHERE brand = ? AND bot_id = ? AND revision = ? RETURNING past_states, past_bytes',
    next.revision,
    JSON.stringify(next.violations),
    next.violationsTotal,
    bytes,
    brand,
    next.botId,
    expected,
  );
}

function insertState(
  connection: Connection,
  { brand, draft, bytes }: { readonly brand: string; readonly draft: DraftRecord; readonly bytes: number },
): void {
  connection.run(
    'INSERT INTO draft_states (brand, bot_id, revision, bytes, edited_at, edited_by, diagram_json) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?)',
    brand,
    draft.botId,
    draft.revision,
    bytes,
    draft.editedAt,
    draft.editedBy,
    draft.diagramJson,
  );
}

export const deleteOldestSql =
  'DELETE FROM draft_states WHERE rowid = ' +
  '(SELECT rowid FROM draft_states WHERE brand = ? AND bot_id = ? ORDER BY revision LIMIT 1) RETURNING bytes';

/**
 * Deletes the oldest past states until the rest is within the bounds. The draft's row has the size of its history, so
 * that no text has to be read.
 *
 * @spec ST29, ST30, SQ14
 */
function prune(
  connection: Connection,
  request: { readonly brand: string; readonly botId: string; readonly past: Past; readonly keep: HistoryBounds },
): void {
  const { brand, botId, past, keep } = request;
  let { past_states: states, past_bytes: bytes } = past;
  while (states > 0 && (states > keep.maxRevisions || bytes > keep.maxBytes)) {
    const gone = connection.get<{ bytes: number }>(deleteOldestSql, brand, botId);
    if (gone === undefined) throw new Error('The history holds fewer states than its draft says.');
    states -= 1;
    bytes -= gone.bytes;
  }
  if (states === past.past_states) return;
  const sql = 'UPDATE drafts SET past_states = ?, past_bytes = ? WHERE brand = ? AND bot_id = ?';
  connection.run(sql, states, bytes, brand, botId);
}

interface RevisionRow {
  readonly revision: number;
  readonly edited_at: number;
  readonly edited_by: number;
  readonly diagram_json: string;
}

interface DraftRow extends RevisionRow {
  /** A JSON list. */
  readonly violations: string;
  readonly violations_total: number;
}

function decodeDraft(botId: string, row: DraftRow): DraftRecord {
  return {
    botId,
    revision: row.revision,
    diagramJson: row.diagram_json,
    violations: JSON.parse(row.violations),
    violationsTotal: row.violations_total,
    editedAt: row.edited_at,
    editedBy: row.edited_by,
  };
}

function decodeRevision(row: RevisionRow): RevisionRecord {
  return {
    revision: row.revision,
    diagramJson: row.diagram_json,
    editedAt: row.edited_at,
    editedBy: row.edited_by,
  };
}

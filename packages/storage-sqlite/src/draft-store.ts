import {
  type DraftChange,
  type DraftHead,
  type DraftReader,
  type DraftRecord,
  type DraftStore,
  type HistoryBounds,
  type ListSplice,
  type RevisionRecord,
  spliceList,
  spliceText,
  type TextSplice,
} from '@botwright/core/ports';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import type { Connection } from './connection.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';
import { type PageSql, readSlice } from './read-slice.ts';

export const findHeadSql =
  'SELECT drafts.revision, state_id, violations_total, edited_at, edited_by ' +
  'FROM drafts JOIN draft_states USING (brand, bot_id, revision) WHERE brand = ? AND bot_id = ?';

export const findDraftSql =
  'SELECT drafts.revision, state_id, violations, violations_total, edited_at, edited_by, base_revision, diagram_json ' +
  'FROM drafts JOIN draft_states USING (brand, bot_id, revision) LEFT JOIN draft_violations USING (brand, bot_id) ' +
  'WHERE brand = ? AND bot_id = ?';

/** Past states have a smaller revision than the draft. The draft's row has their number. */
export const revisionsSql: PageSql = {
  count: 'SELECT past_states AS total FROM drafts WHERE brand = ? AND bot_id = ?',
  page:
    'SELECT revision, base_revision, edited_at, edited_by, diagram_json FROM draft_states ' +
    'WHERE brand = ?1 AND bot_id = ?2 ' +
    'AND revision < (SELECT revision FROM drafts WHERE brand = ?1 AND bot_id = ?2) ' +
    'ORDER BY revision DESC LIMIT ?3 OFFSET ?4',
};

/** The states from the one with the whole text up to another, whose text derives from it. */
export const runSql =
  'SELECT revision, diagram_json, change_json FROM draft_states ' +
  'WHERE brand = ? AND bot_id = ? AND revision >= ? AND revision <= ? ORDER BY revision';

export function draftReader({ connection, brand }: BrandConnection): Sync<DraftReader> {
  return {
    find: (botId) => inOneSnapshot(connection, () => findDraft(connection, brand, botId)),
    findHead: (botId) => {
      const row = connection.get<HeadRow>(findHeadSql, brand, botId);
      return row && decodeHead(botId, row);
    },
    listRevisions: (botId, { page, pageSize }) =>
      inOneSnapshot(connection, () => {
        const range = { offset: (page - 1) * pageSize, limit: pageSize };
        const rows = readPastStates(connection, [brand, botId], range);
        return { ...rows, items: decodeRevisions(connection, [brand, botId], rows.items), page, pageSize };
      }),
  };
}

type BotKey = readonly [brand: string, botId: string];

/** Reads only as many rows as the history counts: older ones may follow, from which other texts derive. */
function readPastStates(
  connection: Connection,
  bot: BotKey,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly items: readonly RevisionRow[]; readonly total: number } {
  const total = connection.get<{ total: number }>(revisionsSql.count, ...bot)?.total ?? 0;
  const range = { offset, limit: Math.min(limit, Math.max(total - offset, 0)) };
  return { items: readSlice(connection, revisionsSql, bot, { range, decode: (row: RevisionRow) => row }).items, total };
}

/** @param rows - Consecutive rows, newest first. */
function decodeRevisions(connection: Connection, bot: BotKey, rows: readonly RevisionRow[]): readonly RevisionRecord[] {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const texts = new Map<number, string>();
  if (rows.some(({ base_revision }) => base_revision !== null)) {
    let text = '';
    const from = oldest.base_revision ?? oldest.revision;
    for (const state of connection.all<RunRow>(runSql, ...bot, from, newest.revision)) {
      text = state.change_json === null ? state.diagram_json : spliceText(text, decodeChange(state.change_json).text);
      if (state.revision >= oldest.revision) texts.set(state.revision, text);
    }
  }
  return rows.map(({ revision, edited_at, edited_by, diagram_json }) => ({
    revision,
    diagramJson: texts.get(revision) ?? diagram_json,
    editedAt: edited_at,
    editedBy: edited_by,
  }));
}

export function draftStore(transaction: Transaction): Sync<DraftStore> {
  const { connection, brand } = transaction;
  return {
    ...draftReader(transaction),

    insert: (draft) => {
      const { botId, revision, diagramJson, violations, violationsTotal, stateId = null } = draft;
      const bytes = Buffer.byteLength(diagramJson);
      connection.run(insertDraftSql, brand, botId, revision, stateId, violationsTotal, bytes);
      insertState(connection, { brand, head: draft, bytes, diagramJson });
      if (violations.length > 0) connection.run(putViolationsSql, brand, botId, JSON.stringify(violations));
    },

    replace: (next, expected, keep) => {
      const { botId, diagramJson, violations } = next;
      const bytes = Buffer.byteLength(diagramJson);
      const past = moveDraft(connection, { brand, head: next, bytes, expected });
      if (past === undefined) return 'stale';
      insertState(connection, { brand, head: next, bytes, diagramJson });
      if (violations.length > 0) connection.run(putViolationsSql, brand, botId, JSON.stringify(violations));
      else connection.run(deleteViolationsSql, brand, botId);
      prune(connection, { bot: [brand, botId], past, keep });
      return 'replaced';
    },

    append: (change, expected, keep) => {
      const { botId, bytes } = change;
      const past = moveDraft(connection, { brand, head: change, bytes, expected });
      if (past === undefined) return 'stale';
      insertState(connection, { brand, head: change, bytes, change: encodeChange(change), after: expected });
      prune(connection, { bot: [brand, botId], past, keep });
      return 'replaced';
    },
  };
}

/** The size of a draft's history, including the state that was just replaced. */
interface Past {
  readonly past_states: number;
  readonly past_bytes: number;
  /** The oldest past state; `null`: the oldest state in the table. */
  readonly oldest_revision: number | null;
}

const insertDraftSql =
  'INSERT INTO drafts (brand, bot_id, revision, state_id, violations_total, bytes, past_states, past_bytes) ' +
  'VALUES (?, ?, ?, ?, ?, ?, 0, 0)';

const moveDraftSql =
  'UPDATE drafts SET revision = ?, state_id = ?, violations_total = ?, bytes = ?, ' +
  'past_states = past_states + 1, past_bytes = past_bytes + bytes ' +
  'WHERE brand = ? AND bot_id = ? AND revision = ? RETURNING past_states, past_bytes, oldest_revision';

/** The violations of the state with the whole text. Most drafts have none, and no row. */
const putViolationsSql = 'INSERT OR REPLACE INTO draft_violations (brand, bot_id, violations) VALUES (?, ?, ?)';
const deleteViolationsSql = 'DELETE FROM draft_violations WHERE brand = ? AND bot_id = ?';

/**
 * Moves the draft to its next revision if it is at the expected one. The former state stays in its table, as history.
 */
function moveDraft(
  connection: Connection,
  move: { readonly brand: string; readonly head: DraftHead; readonly bytes: number; readonly expected: number },
): Past | undefined {
  const { brand, head, bytes, expected } = move;
  const { botId, revision, stateId = null, violationsTotal } = head;
  return connection.get<Past>(moveDraftSql, revision, stateId, violationsTotal, bytes, brand, botId, expected);
}

const insertStateSql =
  'INSERT INTO draft_states (brand, bot_id, revision, bytes, edited_at, edited_by, diagram_json) ' +
  'VALUES (?, ?, ?, ?, ?, ?, ?)';

/** `?8` is the previous state, which has the whole text or derives from another state. */
export const insertChangeSql =
  'INSERT INTO draft_states (brand, bot_id, revision, bytes, edited_at, edited_by, diagram_json, change_json, ' +
  "base_revision) VALUES (?1, ?2, ?3, ?4, ?5, ?6, '', ?7, coalesce(" +
  '(SELECT base_revision FROM draft_states WHERE brand = ?1 AND bot_id = ?2 AND revision = ?8), ?8))';

function insertState(
  connection: Connection,
  state: {
    readonly brand: string;
    readonly head: DraftHead;
    readonly bytes: number;
  } & ({ readonly diagramJson: string } | { readonly change: string; readonly after: number }),
): void {
  const { brand, head, bytes } = state;
  const members = [brand, head.botId, head.revision, bytes, head.editedAt, head.editedBy] as const;
  if ('change' in state) connection.run(insertChangeSql, ...members, state.change, state.after);
  else connection.run(insertStateSql, ...members, state.diagramJson);
}

export const oldestSql =
  'SELECT revision, bytes, base_revision FROM draft_states WHERE brand = ? AND bot_id = ? AND revision >= ? ' +
  'ORDER BY revision LIMIT 2';

export const deleteOlderSql = 'DELETE FROM draft_states WHERE brand = ? AND bot_id = ? AND revision < ?';

const putPastSql =
  'UPDATE drafts SET past_states = ?, past_bytes = ?, oldest_revision = ? WHERE brand = ? AND bot_id = ?';

/**
 * Removes the oldest past states until the rest is within the bounds. The draft's row has the size of its history, so
 * no text has to be read. A state stays in the table until all states that derive from it are removed.
 *
 * @spec ST29, ST30, SQ14, SQ40
 */
function prune(
  connection: Connection,
  request: { readonly bot: BotKey; readonly past: Past; readonly keep: HistoryBounds },
): void {
  const { bot, past, keep } = request;
  let { past_states: states, past_bytes: bytes } = past;
  let from = past.oldest_revision ?? 0;
  let base = from;
  while (states > 0 && (states > keep.maxRevisions || bytes > keep.maxBytes)) {
    const [gone, next] = connection.all<OldestRow>(oldestSql, ...bot, from);
    if (gone === undefined || next === undefined)
      throw new Error('The history holds fewer states than its draft says.');
    states -= 1;
    bytes -= gone.bytes;
    from = next.revision;
    base = next.base_revision ?? next.revision;
  }
  if (states === past.past_states) return;
  connection.run(putPastSql, states, bytes, from, ...bot);
  connection.run(deleteOlderSql, ...bot, base);
}

type OldestRow = Pick<RevisionRow, 'revision' | 'base_revision'> & { readonly bytes: number };

/** A change in its stored form. */
interface StoredChange {
  readonly text: readonly TextSplice[];
  readonly violations: readonly ListSplice<DraftRecord['violations'][number]>[];
}

function encodeChange({ textSplices: text, violationSplices: violations }: DraftChange): string {
  return JSON.stringify({ text, violations } satisfies StoredChange);
}

function decodeChange(json: string): StoredChange {
  return JSON.parse(json) as StoredChange;
}

interface RunRow {
  readonly revision: number;
  readonly diagram_json: string;
  readonly change_json: string | null;
}

interface RevisionRow {
  readonly revision: number;
  /** The revision with the whole text from which this text derives; `null` if this revision has it. */
  readonly base_revision: number | null;
  readonly edited_at: number;
  readonly edited_by: number;
  /** Empty if the text derives from another one. */
  readonly diagram_json: string;
}

interface HeadRow {
  readonly revision: number;
  readonly state_id: string | null;
  readonly violations_total: number;
  readonly edited_at: number;
  readonly edited_by: number;
}

interface DraftRow extends HeadRow, RevisionRow {
  readonly edited_at: number;
  readonly edited_by: number;
  readonly revision: number;
  /** A JSON list; `null`: an empty list. */
  readonly violations: string | null;
}

function decodeHead(botId: string, row: HeadRow): DraftHead {
  return {
    botId,
    revision: row.revision,
    ...(row.state_id !== null && { stateId: row.state_id }),
    violationsTotal: row.violations_total,
    editedAt: row.edited_at,
    editedBy: row.edited_by,
  };
}

function findDraft(connection: Connection, brand: string, botId: string): DraftRecord | undefined {
  const row = connection.get<DraftRow>(findDraftSql, brand, botId);
  if (row === undefined) return undefined;
  const head = decodeHead(botId, row);
  const violations = JSON.parse(row.violations ?? '[]') as DraftRecord['violations'];
  if (row.base_revision === null) return { ...head, diagramJson: row.diagram_json, violations };

  const states = connection.all<RunRow>(runSql, brand, botId, row.base_revision, row.revision);
  const changes = states.flatMap(({ change_json }) => (change_json === null ? [] : [decodeChange(change_json)]));
  const textSplices = changes.flatMap(({ text }) => text);
  const listSplices = changes.flatMap((change) => change.violations);
  return {
    ...head,
    diagramJson: spliceText(states[0]?.diagram_json ?? '', textSplices),
    violations: spliceList(violations, listSplices),
  };
}

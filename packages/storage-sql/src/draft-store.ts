import type { Page } from '@botwright/core/paging';
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
import { sql } from 'kysely';
import { hasBot } from './belonging.ts';
import { table } from './dialect.ts';
import { all, get, type Query, type RunQuery, run as write } from './query.ts';
import { offsetOfPage } from './slices.ts';
import { statement } from './statement.ts';
import { requireWritten, type Transaction } from './transaction.ts';
import { insertInto } from './writing.ts';

interface OfBot {
  readonly brand: string;
  readonly botId: string;
}

interface HeadRow {
  readonly revision: number;
  readonly state_id: string | null;
  readonly violations_total: number;
  readonly edited_at: number;
  readonly edited_by: number;
}

export const findHead = statement<OfBot>()(
  (_dialect, { brand, botId }) => sql<HeadRow>`
    select d.revision, d.state_id, d.violations_total, s.edited_at, s.edited_by
    from ${table('drafts')} as d join ${table('draft_states')} as s
      on s.brand = d.brand and s.bot_id = d.bot_id and s.revision = d.revision
    where d.brand = ${brand} and d.bot_id = ${botId}`,
);

interface StateRow {
  readonly diagram_json: string;
  readonly change_json: string | null;
}

/**
 * The states from the one with the whole text up to the present one, whose text derives from it. One of them also has
 * its head.
 */
export const findDraft = statement<OfBot>()(
  (_dialect, { brand, botId }) => sql<HeadRow & StateRow & { readonly violations: string | null }>`
    select d.revision, d.state_id, d.violations_total, now.edited_at, now.edited_by, v.violations,
      s.diagram_json, s.change_json
    from ${table('drafts')} as d
    join ${table('draft_states')} as now
      on now.brand = d.brand and now.bot_id = d.bot_id and now.revision = d.revision
    join ${table('draft_states')} as s
      on s.brand = d.brand and s.bot_id = d.bot_id
      and s.revision >= coalesce(now.base_revision, now.revision) and s.revision <= now.revision
    left join ${table('draft_violations')} as v on v.brand = d.brand and v.bot_id = d.bot_id
    where d.brand = ${brand} and d.bot_id = ${botId} order by s.revision`,
);

export const countRevisions = statement<OfBot>()(
  (_dialect, { brand, botId }) =>
    sql<{
      total: number;
    }>`select past_states as total from ${table('drafts')} where brand = ${brand} and bot_id = ${botId}`,
);

interface RevisionRow {
  readonly revision: number;
  /** The revision with the whole text from which this text derives; `null` if this revision has it. */
  readonly base_revision: number | null;
  readonly edited_at: number;
  readonly edited_by: number;
  readonly diagram_json: string;
}

/** Past states have a smaller revision than the draft. */
export const listRevisions = statement<OfBot & { readonly limit: number; readonly offset: number }>()(
  (_dialect, { brand, botId, limit, offset }) => sql<RevisionRow>`
    select revision, base_revision, edited_at, edited_by, diagram_json from ${table('draft_states')}
    where brand = ${brand} and bot_id = ${botId}
      and revision < (select revision from ${table('drafts')} where brand = ${brand} and bot_id = ${botId})
    order by revision desc limit ${limit} offset ${offset}`,
);

/** The states from the one with the whole text up to another, whose text derives from it. */
export const listStates = statement<OfBot & { readonly from: number; readonly to: number }>()(
  (_dialect, { brand, botId, from, to }) => sql<StateRow & { readonly revision: number }>`
    select revision, diagram_json, change_json from ${table('draft_states')}
    where brand = ${brand} and bot_id = ${botId} and revision >= ${from} and revision <= ${to} order by revision`,
);

const insertDraft = insertInto(
  'drafts',
  ['brand', 'bot_id', 'revision', 'state_id', 'violations_total', 'bytes', 'past_states', 'past_bytes'],
  { where: hasBot },
);

/** The size of a draft's history, including the state that was just replaced. */
interface Past {
  readonly past_states: number;
  readonly past_bytes: number;
  /** The oldest past state; `null`: the oldest state in the table. */
  readonly oldest_revision: number | null;
  /** Whether the previous state has a row of violations. */
  readonly has_violations: boolean;
}

const moveDraft = statement<
  OfBot & {
    readonly revision: number;
    readonly stateId: string | null;
    readonly violationsTotal: number;
    readonly bytes: number;
    readonly expected: number;
  }
>()(
  (_dialect, { brand, botId, revision, stateId, violationsTotal, bytes, expected }) => sql<Past>`
    update ${table('drafts')} set revision = ${revision}, state_id = ${stateId}, violations_total = ${violationsTotal},
      bytes = ${bytes}, past_states = past_states + 1, past_bytes = past_bytes + bytes
    where brand = ${brand} and bot_id = ${botId} and revision = ${expected}
    returning past_states, past_bytes, oldest_revision, exists (
      select 1 from ${table('draft_violations')} as v where v.brand = ${brand} and v.bot_id = ${botId}
    ) as has_violations`,
);

const insertState = insertInto('draft_states', [
  'brand',
  'bot_id',
  'revision',
  'bytes',
  'edited_at',
  'edited_by',
  'diagram_json',
]);

/** The previous state has the whole text, or derives from another state. */
export const insertChange = statement<
  OfBot & {
    readonly revision: number;
    readonly bytes: number;
    readonly editedAt: number;
    readonly editedBy: number;
    readonly change: string;
    readonly after: number;
  }
>()(
  (_dialect, { brand, botId, revision, bytes, editedAt, editedBy, change, after }) => sql<never>`
    insert into ${table('draft_states')}
      (brand, bot_id, revision, bytes, edited_at, edited_by, diagram_json, change_json, base_revision)
    select brand, bot_id, ${revision}, ${bytes}, ${editedAt}, ${editedBy}, '', ${change},
      coalesce(base_revision, revision)
    from ${table('draft_states')} where brand = ${brand} and bot_id = ${botId} and revision = ${after}`,
);

/** The violations of the state with the whole text. Most drafts have none, and no row. */
const putViolations = insertInto('draft_violations', ['brand', 'bot_id', 'violations'], {
  replaces: ['brand', 'bot_id'],
});

const deleteViolations = statement<OfBot>()(({ builder }, { brand, botId }) =>
  builder.deleteFrom('draft_violations').where('brand', '=', brand).where('bot_id', '=', botId),
);

export const listOldest = statement<OfBot & { readonly from: number }>()(
  (_dialect, { brand, botId, from }) => sql<
    Pick<RevisionRow, 'revision' | 'base_revision'> & { readonly bytes: number }
  >`
    select revision, bytes, base_revision from ${table('draft_states')}
    where brand = ${brand} and bot_id = ${botId} and revision >= ${from} order by revision limit 2`,
);

export const deleteOlder = statement<OfBot & { readonly before: number }>()(({ builder }, { brand, botId, before }) =>
  builder
    .deleteFrom('draft_states')
    .where('brand', '=', brand)
    .where('bot_id', '=', botId)
    .where('revision', '<', before),
);

const putPast = statement<OfBot & { readonly states: number; readonly bytes: number; readonly from: number }>()(
  ({ builder }, { brand, botId, states, bytes, from }) =>
    builder
      .updateTable('drafts')
      .set({ past_states: states, past_bytes: bytes, oldest_revision: from })
      .where('brand', '=', brand)
      .where('bot_id', '=', botId),
);

export function draftReader(brand: string, run: RunQuery): DraftReader {
  return {
    find: (botId) => run(() => readDraft({ brand, botId }), { overlaps: 'reads' }),
    findHead: (botId) =>
      run(
        function* () {
          const row = yield* get(findHead, { brand, botId });
          return row && decodeHead(botId, row);
        },
        { overlaps: 'reads' },
      ),
    listRevisions: (botId, { page, pageSize }) =>
      run(() => readRevisions({ brand, botId }, { page, pageSize }), { inOneSnapshot: true }),
  };
}

function* readDraft(bot: OfBot): Query<DraftRecord | undefined> {
  const rows = yield* all(findDraft, bot);
  const [first] = rows;
  if (first === undefined) return undefined;
  const head = decodeHead(bot.botId, first);
  const violations = JSON.parse(first.violations ?? '[]') as DraftRecord['violations'];
  if (rows.length === 1) return { ...head, diagramJson: first.diagram_json, violations };
  const changes = rows.flatMap(({ change_json }) => (change_json === null ? [] : [decodeChange(change_json)]));
  return {
    ...head,
    diagramJson: spliceText(
      first.diagram_json,
      changes.flatMap(({ text }) => text),
    ),
    violations: spliceList(
      violations,
      changes.flatMap((change) => change.violations),
    ),
  };
}

/** Reads only as many rows as the history counts: older ones may follow, from which other texts derive. */
function* readRevisions(
  bot: OfBot,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Query<Page<RevisionRecord>> {
  const total = (yield* get(countRevisions, bot))?.total ?? 0;
  const offset = offsetOfPage({ page, pageSize });
  const limit = Math.min(pageSize, Math.max(total - offset, 0));
  const rows = limit === 0 ? [] : yield* all(listRevisions, { ...bot, limit, offset });
  const texts = yield* textsOf(bot, rows);
  const items = rows.map(({ revision, edited_at: editedAt, edited_by: editedBy, diagram_json }) => {
    return { revision, diagramJson: texts.get(revision) ?? diagram_json, editedAt, editedBy };
  });
  return { items, total, page, pageSize };
}

/** The texts of states that derive from others. @param rows - Consecutive rows, newest first. */
function* textsOf(bot: OfBot, rows: readonly RevisionRow[]): Query<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined) return texts;
  if (rows.every(({ base_revision }) => base_revision === null)) return texts;
  let text = '';
  const from = oldest.base_revision ?? oldest.revision;
  for (const state of yield* all(listStates, { ...bot, from, to: newest.revision })) {
    text = state.change_json === null ? state.diagram_json : spliceText(text, decodeChange(state.change_json).text);
    if (state.revision >= oldest.revision) texts.set(state.revision, text);
  }
  return texts;
}

export function draftStore({ brand, run }: Transaction): DraftStore {
  return {
    ...draftReader(brand, run),

    insert: (draft) => {
      const { botId, diagramJson, violations } = draft;
      const head = headOf(draft);
      const state = { diagramJson, violations: violations.length > 0 ? JSON.stringify(violations) : undefined };
      const bytes = Buffer.byteLength(diagramJson);
      return run(function* () {
        const { revision, stateId = null, violationsTotal: violations_total } = head;
        const size = { bytes, past_states: 0, past_bytes: 0 };
        const row = { brand, bot_id: botId, revision, state_id: stateId, violations_total, ...size };
        requireWritten(yield* write(insertDraft, row), 'The brand has no such bot, or the bot has a draft.');
        yield* writeState(brand, { ...head, ...state, bytes });
      });
    },

    replace: (next, expected, keep) => {
      const { botId, diagramJson, violations } = next;
      const head = headOf(next);
      const state = { diagramJson, violations: violations.length > 0 ? JSON.stringify(violations) : undefined };
      const bytes = Buffer.byteLength(diagramJson);
      return run(
        function* () {
          const past = yield* move(brand, { head, bytes, expected });
          if (past === undefined) return 'stale';
          if (past.has_violations && state.violations === undefined) yield* write(deleteViolations, { brand, botId });
          yield* writeState(brand, { ...head, ...state, bytes });
          yield* prune({ brand, botId }, past, keep);
          return 'replaced';
        },
        { overlaps: 'writes' },
      );
    },

    append: (next, expected, keep) => {
      const { botId, bytes } = next;
      const head = headOf(next);
      const change = encodeChange(next);
      return run(
        function* () {
          const past = yield* move(brand, { head, bytes, expected });
          if (past === undefined) return 'stale';
          const { revision, editedAt, editedBy } = head;
          const params = { brand, botId, revision, bytes, editedAt, editedBy, change, after: expected };
          requireWritten(yield* write(insertChange, params), 'The state before the change is not there.');
          yield* prune({ brand, botId }, past, keep);
          return 'replaced';
        },
        { overlaps: 'writes' },
      );
    },
  };
}

const headOf = ({ botId, revision, stateId, violationsTotal, editedAt, editedBy }: DraftHead): DraftHead => ({
  botId,
  revision,
  ...(stateId !== undefined && { stateId }),
  violationsTotal,
  editedAt,
  editedBy,
});

/**
 * Moves the draft to its next revision if it is at the expected one. The former state stays in its table, as history.
 */
function move(
  brand: string,
  { head, bytes, expected }: { readonly head: DraftHead; readonly bytes: number; readonly expected: number },
): Query<Past | undefined> {
  const { botId, revision, stateId = null, violationsTotal } = head;
  return get(moveDraft, { brand, botId, revision, stateId, violationsTotal, bytes, expected });
}

function* writeState(
  brand: string,
  state: DraftHead & {
    readonly diagramJson: string;
    readonly violations: string | undefined;
    readonly bytes: number;
  },
): Query<void> {
  const { botId, revision, bytes, editedAt: edited_at, editedBy: edited_by, diagramJson: diagram_json } = state;
  const row = { brand, bot_id: botId, revision, bytes, edited_at, edited_by, diagram_json };
  requireWritten(yield* write(insertState, row), 'The draft had this revision before.');
  const { violations } = state;
  if (violations !== undefined) yield* write(putViolations, { brand, bot_id: botId, violations });
}

/**
 * Removes the oldest past states until the rest is within the bounds. The draft's row has the size of its history, so
 * no text has to be read. A state stays in the table until all states that derive from it are removed.
 *
 * @spec ST29, ST30
 */
function* prune(bot: OfBot, past: Past, keep: HistoryBounds): Query<void> {
  let { past_states: states, past_bytes: bytes } = past;
  let from = past.oldest_revision ?? 0;
  let base = from;
  while (states > 0 && (states > keep.maxRevisions || bytes > keep.maxBytes)) {
    const [gone, next] = yield* all(listOldest, { ...bot, from });
    if (gone === undefined || next === undefined) {
      throw new Error('The history holds fewer states than its draft says.');
    }
    states -= 1;
    bytes -= gone.bytes;
    from = next.revision;
    base = next.base_revision ?? next.revision;
  }
  if (states === past.past_states) return;
  yield* write(putPast, { ...bot, states, bytes, from });
  yield* write(deleteOlder, { ...bot, before: base });
}

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

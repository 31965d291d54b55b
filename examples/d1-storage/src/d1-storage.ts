import { queueKinds, type RecordsBatch, type RecordsOnly, storageOnRecords } from '@botwright/core/memory';
import {
  type AnyKind,
  answerOfList,
  answerOfRow,
  type CommitOutcome,
  orderedRows,
  type RecordOperation,
  type RecordRequest,
  type Row,
  recordKinds,
  type Scalar,
  type Scope,
  type Storage,
  StorageUnavailableError,
} from '@botwright/core/ports';

/** The part of a D1 binding that the store calls. */
export interface D1Like {
  prepare(query: string): { bind(...values: (string | number | null)[]): D1Statement };
  /** Runs all statements in one transaction, or none. */
  batch(statements: D1Statement[]): Promise<{ readonly results: unknown[] }[]>;
}

type D1Statement = object;

export interface D1Options {
  readonly database: D1Like;
  /** The kinds of records that it stores. Default: those of the engine. */
  readonly kinds?: readonly AnyKind[];
}

/**
 * Tables, each key as JSON:
 *
 * - `record` has a record with its version;
 * - `part` has its documents and lists, which a `put` may leave out, in parts, as D1 stores at most 2 MB in a row;
 * - `taken` has the values of unique indexes;
 * - `refused` stays empty: a row violates its check, which undoes the batch.
 */
const tables = [
  `CREATE TABLE IF NOT EXISTS record (
    kind TEXT, brand TEXT, key TEXT, version TEXT NOT NULL, record TEXT NOT NULL,
    ownerKind TEXT, ownerBrand TEXT, ownerKey TEXT,
    PRIMARY KEY (kind, brand, key),
    FOREIGN KEY (ownerKind, ownerBrand, ownerKey) REFERENCES record ON DELETE CASCADE
  ) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS part (
    kind TEXT, brand TEXT, key TEXT, field TEXT, place INTEGER, text TEXT NOT NULL,
    PRIMARY KEY (kind, brand, key, field, place),
    FOREIGN KEY (kind, brand, key) REFERENCES record ON DELETE CASCADE
  ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS owned ON record (ownerKind, ownerBrand, ownerKey)',
  `CREATE TABLE IF NOT EXISTS taken (
    kind TEXT, name TEXT, scope TEXT, vals TEXT, brand TEXT NOT NULL, key TEXT NOT NULL,
    PRIMARY KEY (kind, name, scope, vals),
    FOREIGN KEY (kind, brand, key) REFERENCES record ON DELETE CASCADE
  ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS takenBy ON taken (kind, brand, key)',
  'CREATE TABLE IF NOT EXISTS sequence (name TEXT PRIMARY KEY, last INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS refused (reason TEXT CONSTRAINT refused CHECK (reason IS NULL))',
];

/** A durable store on D1 or SQLite with batches, for any number of Workers. It makes its tables. */
export async function d1Storage({ database, kinds = recordKinds }: D1Options): Promise<Storage> {
  await database.batch(tables.map((each) => database.prepare(each).bind()));
  return storageOnRecords(d1Records(database, [...kinds, ...queueKinds]));
}

type Statement = readonly [sql: string, ...values: (string | number | null)[]];

function d1Records(database: D1Like, all: readonly AnyKind[]): RecordsOnly {
  const kinds: Kinds = new Map(all.map((kind) => [kind.name, kind]));
  const run = (statements: readonly Statement[]) =>
    database.batch(statements.map(([sql, ...values]) => database.prepare(sql).bind(...values)));

  return {
    capabilities: { durable: true },
    async read(scope, requests) {
      if (requests.length === 0) return [];
      try {
        const asked = requests.map((request) => statementsFor(kinds, scope, request));
        const answers = await run(asked.flat());
        return requests.map((request, index) => {
          const own = answers.splice(0, asked[index]?.length).map(({ results }) => results);
          return answerOf(kinds, scope, request, own);
        });
      } catch (cause) {
        if (!isOutage(cause)) throw cause;
        throw new StorageUnavailableError('D1 cannot be reached.', { cause });
      }
    },
    async commit(scope, { conditions, operations }): Promise<CommitOutcome> {
      const statements = [
        ...conditions.map((condition) => requireVersion(kinds, scope, condition)),
        ...operations.flatMap((operation) => write(kinds, scope, operation)),
      ];
      if (statements.length === 0) return { kind: 'committed' };
      try {
        await run(statements);
        return { kind: 'committed' };
      } catch (error) {
        if (/constraint failed/.test(messageOf(error))) return { kind: 'conflict' };
        if (isOutage(error)) return { kind: 'unknown', cause: error };
        throw error;
      }
    },
    async close() {},
  };
}

type Kinds = ReadonlyMap<string, AnyKind>;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Errors of D1 after which another attempt may succeed. */
function isOutage(error: unknown): boolean {
  return /network connection lost|reset|overloaded|timed out/i.test(messageOf(error));
}

function statementsFor(kinds: Kinds, scope: Scope, request: RecordRequest): readonly Statement[] {
  if (request.do === 'number') {
    const next = 'INSERT INTO sequence VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last';
    return [[next, request.sequence]];
  }
  const kind = kindOf(kinds, request.kind);
  const [where, ...values] = placeOf(kind, scope, request);
  const records: Statement = [`SELECT brand, key, version, record FROM record WHERE ${where}`, ...values];
  if (largeFields(kind).length === 0 || ('heads' in request && request.heads)) return [records];
  return [records, [`SELECT brand, key, field, text FROM part WHERE ${where} ORDER BY place`, ...values]];
}

/** The rows that a request is about. */
function placeOf(kind: AnyKind, scope: Scope, request: Exclude<RecordRequest, { do: 'number' }>): Statement {
  const brand = brandOf(kind, scope);
  switch (request.do) {
    case 'get':
      return ['kind = ? AND brand = ? AND key = ?', kind.name, brand, JSON.stringify(request.key)];
    case 'find': {
      const { index, values } = request;
      const found = `(kind, brand, key) = (
        SELECT kind, brand, key FROM taken WHERE kind = ? AND name = ? AND scope = ? AND vals = ?)`;
      return [found, kind.name, index, indexScope(kind, index, brand), JSON.stringify(values)];
    }
    default:
      return scope === 'store' ? ['kind = ?', kind.name] : ['kind = ? AND brand = ?', kind.name, brand];
  }
}

function answerOf(kinds: Kinds, scope: Scope, request: RecordRequest, [found = [], parts = []]: unknown[][]): unknown {
  if (request.do === 'number') return (found[0] as { readonly last: number }).last;
  const kind = kindOf(kinds, request.kind);
  const large = new Map<string, Record<string, string>>();
  const nameOf = ({ brand, key }: Readonly<Record<string, string>>) => JSON.stringify([brand, key]);
  for (const part of parts as readonly Readonly<Record<'brand' | 'key' | 'field' | 'text', string>>[]) {
    const ofRecord = large.get(nameOf(part)) ?? {};
    ofRecord[part.field] = (ofRecord[part.field] ?? '') + part.text;
    large.set(nameOf(part), ofRecord);
  }
  const rows = (found as readonly Readonly<Record<'brand' | 'key' | 'version' | 'record', string>>[]).map(
    (each): Row => {
      const own = Object.entries(large.get(nameOf(each)) ?? {}).map(([field, text]) => [field, JSON.parse(text)]);
      const { brand, version, record } = each;
      return { brand, version, record: { ...JSON.parse(record), ...Object.fromEntries(own) } };
    },
  );
  if (request.do !== 'get' && request.do !== 'find') {
    return answerOfList(kind, orderedRows(kind, rows, request), scope, request);
  }
  const [row] = rows;
  const isVisible = row === undefined || scope === 'store' || row.brand === brandOf(kind, scope);
  return answerOfRow(kind, isVisible ? row : undefined, scope, request.heads);
}

function requireVersion(kinds: Kinds, scope: Scope, condition: RecordsBatch['conditions'][number]): Statement {
  const { kind, key, version = null } = condition;
  const unmet = `INSERT INTO refused SELECT 'version' WHERE
    (SELECT version FROM record WHERE kind = ? AND brand = ? AND key = ?) IS NOT ?`;
  return [unmet, kind, brandOf(kindOf(kinds, kind), scope), JSON.stringify(key), version];
}

function write(kinds: Kinds, scope: Scope, operation: RecordOperation): readonly Statement[] {
  if (operation.do === 'put') return put(kinds, scope, operation);
  if (operation.do !== 'delete' && operation.do !== 'touch') {
    throw new Error('The store does not have the capability "text".');
  }
  const place = [operation.kind, brandOf(kindOf(kinds, operation.kind), scope), JSON.stringify(operation.key)] as const;
  const there = 'WHERE kind = ? AND brand = ? AND key = ?';
  if (operation.do === 'delete') return [[`DELETE FROM record ${there}`, ...place]];
  return [
    [`INSERT INTO refused SELECT 'absent' WHERE NOT EXISTS (SELECT 1 FROM record ${there})`, ...place],
    [`UPDATE record SET version = ? ${there}`, operation.version, ...place],
  ];
}

function put(
  kinds: Kinds,
  scope: Scope,
  { kind: name, record, version }: Extract<RecordOperation, { do: 'put' }>,
): readonly Statement[] {
  const kind = kindOf(kinds, name);
  const brand = brandOf(kind, scope);
  const key = JSON.stringify(kind.key.map((field) => record[field]));
  const isLarge = ([field]: readonly [string, unknown]) => largeFields(kind).includes(field);
  const { true: large = [], false: small = [] } = Object.groupBy(Object.entries(record), (each) => `${isLarge(each)}`);
  const ownerValues = kind.owner?.fields.map((field) => record[field]);
  const owner =
    kind.owner === undefined || ownerValues === undefined || ownerValues.includes(undefined)
      ? [null, null, null]
      : [kind.owner.kind, brandOf(kindOf(kinds, kind.owner.kind), scope), JSON.stringify(ownerValues)];
  const taken = Object.entries(kind.unique).flatMap(([index, { fields }]): Statement[] => {
    const values = fields.map((field) => record[field] as Scalar | undefined);
    if (values.includes(undefined)) return [];
    const place = [name, index, indexScope(kind, index, brand), JSON.stringify(values)] as const;
    return [['INSERT INTO taken VALUES (?, ?, ?, ?, ?, ?)', ...place, brand, key]];
  });
  const parts = large.flatMap(([field, value]): Statement[] => [
    ['DELETE FROM part WHERE kind = ? AND brand = ? AND key = ? AND field = ?', name, brand, key, field],
    ...partsOf(JSON.stringify(value)).map((text, place): Statement => {
      return ['INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', name, brand, key, field, place, text];
    }),
  ]);
  const stored = `INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    version = excluded.version, record = excluded.record,
    ownerKind = excluded.ownerKind, ownerBrand = excluded.ownerBrand, ownerKey = excluded.ownerKey`;
  return [
    ['DELETE FROM taken WHERE kind = ? AND brand = ? AND key = ?', name, brand, key],
    [stored, name, brand, key, version, JSON.stringify(Object.fromEntries(small)), ...owner],
    ...taken,
    ...parts,
  ];
}

/** Cuts a text into at most 1.5 MB of UTF-8, between characters. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += parts.at(-1)?.length ?? 0) {
    const part = text.slice(start, start + 500_000);
    parts.push(/[\ud800-\udbff]$/.test(part) ? part.slice(0, -1) : part);
  }
  return parts;
}

function largeFields(kind: AnyKind): readonly string[] {
  return Object.keys(kind.fields).filter((field) => /^(document|list)/.test(kind.fields[field] ?? ''));
}

function indexScope(kind: AnyKind, index: string, brand: string): string {
  return kind.unique[index]?.scope === 'store' ? '' : brand;
}

function brandOf(kind: AnyKind, scope: Scope): string {
  return kind.scope === 'store' || scope === 'store' ? '' : scope.brand;
}

function kindOf(kinds: Kinds, name: string): AnyKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`There is no kind of records ${name}.`);
  return kind;
}

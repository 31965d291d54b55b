import type {
  CommitOutcome,
  Condition,
  DecidedRecords,
  Program,
  RecordBatch,
  RecordStore,
  Request,
  Scalar,
  Scope,
} from '@botwright/core/ports';
import {
  brandOf,
  planRead,
  planWrite,
  postgresTrigger,
  type RecordDialect,
  type RecordSchema,
  type RecordTable,
  recordSchema,
  type SqlRow,
  type SqlText,
  selectVersion,
  tableOf,
} from '@botwright/storage-sql';

/** How PostgreSQL holds the fields of records. Texts are in the order of their code points. */
export const postgresDialect: RecordDialect = {
  types: {
    integer: 'bigint',
    number: 'double precision',
    text: 'text COLLATE "C"',
    boolean: 'boolean',
    json: 'text',
    document: 'text',
  },
  tableOptions: '',
  parameter: (type, value) => (type === 'json' && value !== undefined ? JSON.stringify(value) : (value ?? null)),
  value(type, stored) {
    if (type === 'integer') return Number(stored);
    return type === 'json' ? JSON.parse(stored as string) : stored;
  },
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  indexesNulls: true,
  counts: 'changes',
  cast: (type) => (type === 'text' ? 'text' : postgresDialect.types[type]),
  nextNumber: `SELECT nextval(('"' || ? || '_numbers"')::regclass) AS "number"`,
  trigger: postgresTrigger,
};

/** The SQLSTATE with which the functions of the schema refuse. */
const refused = 'BW001';

const refusals = `
  CREATE FUNCTION require_version(stored text, wanted text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    IF stored IS DISTINCT FROM wanted THEN RAISE EXCEPTION 'another version' USING ERRCODE = '${refused}'; END IF;
  END $$;
  CREATE FUNCTION require_change(changed bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    IF changed = 0 THEN RAISE EXCEPTION 'no row' USING ERRCODE = '${refused}'; END IF;
  END $$;
`;

/** The statements that make the schema of records. */
export function postgresRecordSchema(tables: ReadonlyMap<string, RecordTable>): readonly string[] {
  const sequences = [...tables.keys()].map((kind) => `CREATE SEQUENCE "${kind}_numbers"`);
  return [...recordSchema(tables, postgresDialect), ...sequences, refusals];
}

/** A connection that sends queries in the order of their calls. */
export interface SqlConnection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

export interface PostgresRecordsParts {
  readonly schema: RecordSchema;
  /** Runs work on a connection that nobody else uses meanwhile. */
  connect<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
}

/** The records of a PostgreSQL schema. */
export function postgresRecords({ schema, connect }: PostgresRecordsParts): RecordStore {
  return {
    read: (scope, requests) => connect((connection) => readOnce(schema, connection, scope, requests)),
    commit: (scope, batch) =>
      connect((connection) =>
        inTransaction(connection, (session) => sendBatch(schema, session, brandOf(scope), batch)),
      ),
    async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      let decision: TDecision | undefined;
      const committed = await connect((connection) =>
        inTransaction(connection, async (session) => {
          decision = await decide(program(), (requests) => answersIn(schema, session, scope, requests, true));
          await sendBatch(schema, session, brandOf(scope), { conditions: [], operations: decision.operations });
        }),
      );
      return { decision: decision as TDecision, committed };
    },
  };
}

/** Sends statements without waiting for those before, and rejects with the first failure. */
interface Session {
  all(statement: SqlText): Promise<readonly SqlRow[]>;
  send(statement: SqlText): void;
  /** Waits for what was sent. */
  sent(): Promise<void>;
}

function sessionOn(connection: SqlConnection): Session {
  const sending: Promise<unknown>[] = [];
  const all: Session['all'] = async ({ sql, params }) => {
    const { rows } = await connection.query(numbered(sql), [...params]);
    return rows as readonly SqlRow[];
  };
  return {
    all,
    send(statement) {
      const result = all(statement.mustChange ? requiringChange(statement) : statement);
      result.catch(ignore);
      sending.push(result);
    },
    async sent() {
      for (const result of sending) await result;
    },
  };
}

function requiringChange({ sql, params }: SqlText): SqlText {
  return { sql: `WITH changed AS (${sql} RETURNING 1) SELECT require_change((SELECT count(*) FROM changed))`, params };
}

/** A read of several statements sees one moment in a snapshot. */
async function readOnce(
  schema: RecordSchema,
  connection: SqlConnection,
  scope: Scope,
  requests: readonly Request[],
): Promise<readonly unknown[]> {
  const session = sessionOn(connection);
  const isOne = requests.length === 1 && requests[0]?.do !== 'list';
  if (isOne) return answersIn(schema, session, scope, requests, false);
  // A sequence is not advanced in a snapshot that only reads.
  const isWritten = requests.some((request) => request.do === 'number');
  session.send({ sql: `BEGIN ISOLATION LEVEL REPEATABLE READ${isWritten ? '' : ' READ ONLY'}`, params: [] });
  const answers = answersIn(schema, session, scope, requests, false);
  session.send({ sql: 'COMMIT', params: [] });
  await Promise.allSettled([answers, session.sent()]);
  return answers;
}

async function answersIn(
  schema: RecordSchema,
  session: Session,
  scope: Scope,
  requests: readonly Request[],
  locks: boolean,
): Promise<readonly unknown[]> {
  return Promise.all(
    requests.map(async (request) => {
      const { statements, row, answer } = planRead(schema, scope, request);
      const isLocked = locks && (request.do === 'get' || request.do === 'find') && request.expect;
      if (isLocked && row !== undefined) session.send(locking(row));
      const isOne = isLocked && row === undefined;
      const rows = statements.map((statement) => session.all(isOne ? locking(statement) : statement));
      return answer(await Promise.all(rows));
    }),
  );
}

function locking({ sql, params }: SqlText): SqlText {
  return { sql: `${sql} FOR NO KEY UPDATE OF r`, params };
}

async function sendBatch(
  schema: RecordSchema,
  session: Session,
  brand: string,
  { conditions, operations }: RecordBatch,
): Promise<void> {
  const { dialect } = schema;
  // In one order, so that two batches do not wait for each other.
  for (const { kind, key, version } of conditions.toSorted(byPlace)) {
    const { sql, params } = selectVersion(dialect, tableOf(schema, kind), brand, key);
    session.send({
      sql: `SELECT require_version((${sql} FOR NO KEY UPDATE), ?)`,
      params: [...params, version ?? null],
    });
  }
  const absent = new Set(conditions.filter(({ version }) => version === undefined).map(placeOf));
  const isNew = (kind: string, key: readonly Scalar[]) => absent.delete(placeOf({ kind, key, version: undefined }));
  for (const operation of operations) {
    for (const statement of planWrite(schema, brand, operation, isNew).statements) session.send(statement);
  }
}

/** Undoes a commit: the store answers `conflict`. */
class Refused extends Error {}

/** Undoes a commit because of an error of the program, which the caller gets. */
class ProgramError extends Error {}

async function decide<TDecision extends DecidedRecords>(
  program: Program<TDecision>,
  answer: (requests: readonly Request[]) => Promise<readonly unknown[]>,
): Promise<TDecision> {
  for (let answers: readonly unknown[] = []; ; ) {
    const step = nextStep(program, answers);
    if (step.done === true) return step.value;
    answers = await answer(step.value);
  }
}

function nextStep<TDecision extends DecidedRecords>(
  program: Program<TDecision>,
  answers: readonly unknown[],
): IteratorResult<readonly Request[], TDecision> {
  try {
    return program.next(answers);
  } catch (cause) {
    throw new ProgramError('The program refused.', { cause });
  }
}

/** Begins a transaction, and sends COMMIT behind the last statement without waiting for it. */
async function inTransaction(
  connection: SqlConnection,
  work: (session: Session) => Promise<void>,
): Promise<CommitOutcome> {
  const session = sessionOn(connection);
  session.send({ sql: 'BEGIN', params: [] });
  let committing: Promise<unknown> | undefined;
  try {
    await work(session);
    // Where a statement before it failed, COMMIT rolls back.
    committing = connection.query('COMMIT');
    committing.catch(ignore);
    await session.sent();
    await committing;
    return { kind: 'committed' };
  } catch (error) {
    if (committing === undefined) await connection.query('ROLLBACK').catch(ignore);
    else await committing.catch(ignore);
    return outcomeOf(error, committing !== undefined);
  }
}

/** Unique and foreign keys, deadlocks, failures to serialise, and the refusals of the schema. */
const conflicts = new Set(['23505', '23503', '40P01', '40001', refused]);

function outcomeOf(error: unknown, isSent: boolean): CommitOutcome {
  if (error instanceof ProgramError) throw error.cause;
  const { code } = error as { readonly code?: unknown };
  if (error instanceof Refused || (typeof code === 'string' && conflicts.has(code))) return { kind: 'conflict' };
  // An error that the server reported has ended the transaction.
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57')) {
    throw error;
  }
  return { kind: isSent ? 'unknown' : 'unavailable', cause: error };
}

function placeOf({ kind, key }: Condition): string {
  return JSON.stringify([kind, ...key]);
}

function byPlace(one: Condition, other: Condition): number {
  return placeOf(one) < placeOf(other) ? -1 : 1;
}

function numbered(sql: string): string {
  let number = 0;
  return sql.replaceAll('?', () => {
    number += 1;
    return `$${number}`;
  });
}

function ignore(): void {}

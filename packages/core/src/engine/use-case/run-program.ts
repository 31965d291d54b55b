import { systemTimer } from '../../node/system.ts';
import type { AnyKind } from '../../ports/record-kind.ts';
import type {
  BatchOperation,
  CommitOutcome,
  Condition,
  DecidedRecords,
  Program,
  RecordStore,
  Request,
  Scalar,
  Scope,
  Stored,
} from '../../ports/record-store.ts';
import { keyOf } from '../../ports/record-store.ts';
import { StorageUnavailableError } from '../../ports/storage-unavailable.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { EngineError } from '../engine-error.ts';
import { newVersion, type ProgramPart } from './requests.ts';

/** The maximum number of runs of a program that conflicts each time. */
const mostTries = 8;

export interface Running {
  readonly records: RecordStore;
  readonly kinds: readonly AnyKind[];
  /** Waits before the next try, after this number of conflicts. */
  wait(conflicts: number): Promise<void>;
  /** Runs the retries after the first conflict, one at a time for each scope. Default: immediately. */
  oneByOne?<T>(scope: Scope, work: () => Promise<T>): Promise<T>;
}

/**
 * Lets programs of this process that had a conflict take turns, so that they do not cause each other's next conflict.
 */
export function createTurns(): NonNullable<Running['oneByOne']> {
  const last = new Map<string, Promise<unknown>>();
  return (scope, work) => {
    const name = scope === 'store' ? '' : scope.brand;
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, ended);
    ended.then(() => {
      if (last.get(name) === ended) last.delete(name);
    });
    return turn;
  };
}

/** Thrown by a program that finds a conflict. The program runs again. */
export class Conflict extends Error {}

/** Says whether the operations of a commit leased the customer or ended its lease. */
export interface Committed {
  /** `'unknown'`: the answer of the store was lost. The commit is stored, and may have leased the customer. */
  readonly isLeased: boolean | 'unknown';
  readonly isFinished: boolean;
}

/** The result of a commit without such operations. */
export const noLeases: Committed = Object.freeze({ isLeased: false, isFinished: false });

/** A decision that is stored. */
export interface Ran<TDecision> {
  readonly decision: TDecision;
  readonly committed: Partial<Committed>;
}

/**
 * Runs a program until its decision is stored: under the lock of the store, if the store has one. Otherwise it reads,
 * and commits with the conditions of its requests.
 *
 * @throws The error of the program, or the error of a store that cannot commit; nothing is stored then.
 * @throws {EngineError} `dependency_failed` when every try conflicts
 * @spec ER17
 */
export async function commitProgram<TDecision extends DecidedRecords>(
  running: Running,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<Ran<TDecision>> {
  const { records, wait, oneByOne = (_scope, work) => work() } = running;
  let cause: unknown;
  async function tryOnce(): Promise<Ran<TDecision> | undefined> {
    try {
      return await commitOnce(running, scope, program);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      cause = error;
      return undefined;
    }
  }

  const first = await tryOnce();
  if (first !== undefined) return first;
  return oneByOne(scope, async () => {
    for (let conflicts = 1; conflicts < mostTries; conflicts += 1) {
      if (records.exclusive === undefined) await wait(conflicts);
      const ran = await tryOnce();
      if (ran !== undefined) return ran;
    }
    const fault = new StorageUnavailableError(`Other writers were first ${mostTries} times.`, {
      cause,
      isOfCall: true,
    });
    throw new EngineError('dependency_failed', { cause: fault });
  });
}

/** @throws {Conflict} When another writer was first. */
async function commitOnce<TDecision extends DecidedRecords>(
  { records, kinds }: Declared,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<Ran<TDecision>> {
  const { decision, committed } =
    records.exclusive === undefined
      ? await readAndCommit({ records, kinds }, scope, program())
      : await records.exclusive(scope, program);
  if (committed.kind === 'committed') return { decision, committed };
  if (committed.kind === 'conflict') throw new Conflict();
  if (await isStored({ records, kinds }, scope, decision, committed)) {
    return { decision, committed: { isLeased: 'unknown' } };
  }
  throw committed.cause;
}

/** Runs a program without work of conversations. @returns Its answer. */
export async function runProgram<TDecision extends DecidedRecords>(
  running: Running,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<TDecision> {
  return (await commitProgram(running, scope, program)).decision;
}

const timer = systemTimer();

/** Runs a plan until its writes are stored. @param plan - Gathers its writes, and returns its answer. */
export async function runPlan<T>(
  storage: RecordStore,
  scope: Scope,
  plan: (writes: BatchOperation[]) => ProgramPart<T>,
): Promise<T> {
  const running = { records: storage, kinds: recordKinds, wait: (conflicts: number) => timer.sleep(2 ** conflicts) };
  const decision = await runProgram(running, scope, function* () {
    const operations: BatchOperation[] = [];
    const answer = yield* plan(operations);
    return { operations, answer };
  });
  return decision.answer;
}

type Declared = Pick<Running, 'records' | 'kinds'>;

/** Runs a program once: reads, and commits with the conditions of its requests. */
export async function readAndCommit<TDecision extends DecidedRecords>(
  { records, kinds }: Declared,
  scope: Scope,
  program: Program<TDecision>,
): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }> {
  const conditions: Condition[] = [];
  const decision = await answerRequests(records, scope, program, (request, answer) =>
    conditions.push(...conditionOf(kinds, request, answer)),
  );
  if (decision.operations.length === 0) return { decision, committed: { kind: 'committed' } };
  const operations = [...touches(kinds, conditions, decision.operations), ...decision.operations];
  const committed = await records.commit(scope, { conditions, operations });
  return { decision, committed };
}

/**
 * Gives each expected record that the batch does not write a new version: like under a lock, one of two programs that
 * expect the same record runs after the other, even if neither writes the record.
 */
function touches(
  kinds: Declared['kinds'],
  conditions: readonly Condition[],
  operations: readonly BatchOperation[],
): readonly BatchOperation[] {
  const nameOf = (kind: string, key: readonly Scalar[]) => JSON.stringify([kind, key]);
  const named = new Set<string>();
  for (const each of operations) {
    const place = each.do === 'delete' ? each : written(kinds, each);
    if (place !== undefined) named.add(nameOf(place.kind, place.key));
  }
  return conditions.flatMap((condition): BatchOperation[] => {
    if ('lease' in condition || condition.version === undefined) return [];
    const { kind, key } = condition;
    const name = nameOf(kind, key);
    if (named.has(name)) return [];
    named.add(name);
    return [{ do: 'touch', kind, key, version: newVersion() }];
  });
}

/** Answers all requests of a program by reads. @param note - Called with each request and its answer. */
export async function answerRequests<T>(
  records: Pick<RecordStore, 'read'>,
  scope: Scope,
  program: Generator<readonly Request[], T, readonly unknown[]>,
  note: (request: Request, answer: unknown) => void = () => {},
): Promise<T> {
  let step = program.next([]);
  while (step.done !== true) {
    const requests = step.value;
    const answers = requests.length === 0 ? [] : await records.read(scope, requests);
    for (const [index, request] of requests.entries()) note(request, answers[index]);
    step = program.next(answers);
  }
  return step.value;
}

/** An index without a match needs no condition: the unique index refuses a second record. */
function conditionOf(kinds: Declared['kinds'], request: Request, answer: unknown): readonly Condition[] {
  if (request.do === 'lease' && request.expect === true && answer === true) {
    return [{ lease: { customer: request.customer, worker: request.worker } }];
  }
  if ((request.do !== 'get' && request.do !== 'find') || request.expect === undefined) return [];
  const { kind } = request;
  const stored = answer as Stored | undefined;
  if (stored !== undefined)
    return [{ kind, key: keyOf(declarationOf(kinds, kind), stored.record), version: stored.version }];
  return request.do === 'get' ? [{ kind, key: request.key, version: undefined }] : [];
}

/** After a lost answer to a commit: whether the store has a version that only this commit can have written. */
async function isStored(
  { records, kinds }: Declared,
  scope: Scope,
  { operations }: DecidedRecords,
  committed: CommitOutcome,
): Promise<boolean> {
  if (committed.kind !== 'unknown') return false;
  const witness = operations.map((each) => written(kinds, each)).find((each) => each !== undefined);
  if (witness === undefined) return false;
  const { kind, key, version } = witness;
  const [stored] = await records.read(scope, [{ do: 'get', kind, key, heads: true }]).catch(() => []);
  return (stored as Stored | undefined)?.version === version;
}

function written(
  kinds: Declared['kinds'],
  operation: BatchOperation,
): { readonly kind: string; readonly key: readonly Scalar[]; readonly version: string } | undefined {
  if (operation.do === 'touch') return operation;
  if (operation.do !== 'put' && operation.do !== 'copy') return undefined;
  const { kind, record, version } = operation;
  return { kind, key: keyOf(declarationOf(kinds, kind), record), version };
}

function declarationOf(kinds: Declared['kinds'], name: string): AnyKind {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`There is no kind of records ${name}.`);
  return kind;
}

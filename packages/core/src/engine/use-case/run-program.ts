import type {
  CommitOutcome,
  Condition,
  DecidedRecords,
  Program,
  RecordOperation,
  RecordStore,
  Request,
  Scalar,
  Scope,
  Stored,
} from '../../ports/record-store.ts';
import { keyOf } from '../../ports/record-store.ts';
import { recordKinds } from '../../records/index.ts';
import type { AnyKind } from '../../records/record-kind.ts';

/** How often a program runs at most when other writers are always first. */
const mostTries = 8;

export interface Running {
  readonly records: RecordStore;
  /** Waits before the next try, after so many conflicts. */
  wait(conflicts: number): Promise<void>;
}

/**
 * Runs a program until its decision is stored. It reads, and commits with the conditions that its requests name; after a
 * conflict it runs under the lock of the store, where the store has one.
 *
 * @throws What the program throws, and nothing is stored then; what the store answers when it cannot commit.
 */
export async function runProgram<TDecision extends DecidedRecords>(
  { records, wait }: Running,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<TDecision> {
  for (let conflicts = 0; conflicts < mostTries; conflicts += 1) {
    if (conflicts > 0 && records.exclusive === undefined) await wait(conflicts);
    const { decision, committed } =
      conflicts > 0 && records.exclusive !== undefined
        ? await records.exclusive(scope, program)
        : await readAndCommit(records, scope, program());
    if (committed.kind === 'committed' || (await isStored(records, scope, decision, committed))) return decision;
    if (committed.kind !== 'conflict') throw committed.cause;
  }
  throw new Error(`Other writers were first ${mostTries} times.`);
}

async function readAndCommit<TDecision extends DecidedRecords>(
  records: RecordStore,
  scope: Scope,
  program: Program<TDecision>,
): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }> {
  const conditions: Condition[] = [];
  let step = program.next([]);
  while (step.done !== true) {
    const requests = step.value;
    const answers = await records.read(scope, requests);
    conditions.push(...requests.flatMap((request, index) => conditionOf(request, answers[index])));
    step = program.next(answers);
  }
  const decision = step.value;
  if (decision.operations.length === 0) return { decision, committed: { kind: 'committed' } };
  const committed = await records.commit(scope, { conditions, operations: decision.operations });
  return { decision, committed };
}

/** An index that finds nothing is no condition: the index itself refuses a second record. */
function conditionOf(request: Request, answer: unknown): readonly Condition[] {
  if ((request.do !== 'get' && request.do !== 'find') || request.expect === undefined) return [];
  const { kind } = request;
  const stored = answer as Stored | undefined;
  if (stored !== undefined) return [{ kind, key: keyOf(declarationOf(kind), stored.record), version: stored.version }];
  return request.do === 'get' ? [{ kind, key: request.key, version: undefined }] : [];
}

/** After the answer to a commit was lost: whether the store has a version that only this commit can have written. */
async function isStored(
  records: RecordStore,
  scope: Scope,
  { operations }: DecidedRecords,
  committed: CommitOutcome,
): Promise<boolean> {
  if (committed.kind !== 'unknown') return false;
  const witness = operations.map(written).find((each) => each !== undefined);
  if (witness === undefined) return false;
  const { kind, key, version } = witness;
  const [stored] = await records.read(scope, [{ do: 'get', kind, key, heads: true }]);
  return (stored as Stored | undefined)?.version === version;
}

function written(
  operation: RecordOperation,
): { readonly kind: string; readonly key: readonly Scalar[]; readonly version: string } | undefined {
  if (operation.do === 'touch') return operation;
  if (operation.do !== 'put' && operation.do !== 'copy') return undefined;
  const { kind, record, version } = operation;
  return { kind, key: keyOf(declarationOf(kind), record), version };
}

function declarationOf(name: string): AnyKind {
  const kind = recordKinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`There is no kind of records ${name}.`);
  return kind;
}

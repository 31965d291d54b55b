import type { AnyKind } from '../../ports/record-kind.ts';
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

/** How often a program runs at most when other writers are always first. */
const mostTries = 8;

export interface Running {
  readonly records: RecordStore;
  readonly kinds: readonly AnyKind[];
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
  { records, kinds, wait }: Running,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<TDecision> {
  for (let conflicts = 0; conflicts < mostTries; conflicts += 1) {
    if (conflicts > 0 && records.exclusive === undefined) await wait(conflicts);
    const { decision, committed } =
      conflicts > 0 && records.exclusive !== undefined
        ? await records.exclusive(scope, program)
        : await readAndCommit({ records, kinds }, scope, program());
    if (committed.kind === 'committed' || (await isStored({ records, kinds }, scope, decision, committed)))
      return decision;
    if (committed.kind !== 'conflict') throw committed.cause;
  }
  throw new Error(`Other writers were first ${mostTries} times.`);
}

type Declared = Omit<Running, 'wait'>;

async function readAndCommit<TDecision extends DecidedRecords>(
  { records, kinds }: Declared,
  scope: Scope,
  program: Program<TDecision>,
): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }> {
  const conditions: Condition[] = [];
  let step = program.next([]);
  while (step.done !== true) {
    const requests = step.value;
    const answers = await records.read(scope, requests);
    conditions.push(...requests.flatMap((request, index) => conditionOf(kinds, request, answers[index])));
    step = program.next(answers);
  }
  const decision = step.value;
  if (decision.operations.length === 0) return { decision, committed: { kind: 'committed' } };
  const committed = await records.commit(scope, { conditions, operations: decision.operations });
  return { decision, committed };
}

/** An index that finds nothing is no condition: the index itself refuses a second record. */
function conditionOf(kinds: Declared['kinds'], request: Request, answer: unknown): readonly Condition[] {
  if ((request.do !== 'get' && request.do !== 'find') || request.expect === undefined) return [];
  const { kind } = request;
  const stored = answer as Stored | undefined;
  if (stored !== undefined)
    return [{ kind, key: keyOf(declarationOf(kinds, kind), stored.record), version: stored.version }];
  return request.do === 'get' ? [{ kind, key: request.key, version: undefined }] : [];
}

/** After the answer to a commit was lost: whether the store has a version that only this commit can have written. */
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
  const [stored] = await records.read(scope, [{ do: 'get', kind, key, heads: true }]);
  return (stored as Stored | undefined)?.version === version;
}

function written(
  kinds: Declared['kinds'],
  operation: RecordOperation,
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

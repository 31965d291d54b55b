import type { Diagram } from '../diagram/diagram.ts';
import { connectionIdOf } from '../diagram/is-diagram-connection.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { Violation } from '../rules/violation.ts';
import type { ChangeSet, ConnectionInput } from './change-set.ts';
import { connectionProblem } from './edit-problem.ts';
import type { EditContext } from './edit-result.ts';
import { endJudge } from './judge-ends.ts';
import type { BlockPlan } from './plan-blocks.ts';

/** What a change set does to the connections. */
export interface ConnectionPlan {
  /** Connections as they will be stored, by key. */
  readonly written: ReadonlyMap<string, JsonObject>;
  /** Keys of stored entries that go, also those whose place another connection takes. */
  readonly removed: ReadonlySet<string>;
  readonly problems: readonly Violation[];
}

/**
 * Works out what becomes of the connections once the blocks are as planned.
 *
 * @spec ED12, ED15, ED16, ED17, ED19, ED20, ED29, ED31, ED32, ED33
 */
export function planConnections(
  diagram: Diagram,
  changes: ChangeSet['connections'],
  blocks: BlockPlan,
  context: EditContext,
): ConnectionPlan {
  const deleted = new Set(changes?.delete);
  const { wanted, problems } = collectAdditions(changes?.add ?? []);
  const removed = new Set<string>();
  const toJudge = new Map(wanted);
  const written = new Map(wanted);

  for (const [key, stored] of Object.entries(diagram.connections)) {
    const addition = wanted.get(key);
    const isTouched = endsOf(stored).some((end) => blocks.removed.has(end));
    if (addition !== undefined && hasSameEnds(stored, addition)) {
      written.delete(key);
      if (!isTouched) toJudge.delete(key);
    } else if (isTouched || deleted.has(key)) {
      removed.add(key);
      continue;
    } else if (addition !== undefined) {
      problems.push(otherEnds(key));
    }
    problems.push(...droppedOutput(key, stored, blocks));
  }

  const judgeEnds = endJudge(diagram, blocks, context);
  for (const [key, ends] of toJudge) problems.push(...judgeEnds(key, ends));
  return { written, removed, problems };
}

function collectAdditions(additions: readonly ConnectionInput[]) {
  const wanted = new Map<string, ConnectionInput & { readonly id: string } & JsonObject>();
  const problems: Violation[] = [];
  for (const { id, type, sourcePath, targetPath } of additions) {
    const key = id ?? connectionIdOf({ sourcePath, type, targetPath });
    const same = wanted.get(key);
    if (same === undefined) wanted.set(key, { id: key, type, sourcePath, targetPath });
    else if (!hasSameEnds(same, { type, sourcePath, targetPath })) problems.push(otherEnds(key));
  }
  return { wanted, problems };
}

/** The blocks that a stored entry touches, as far as its ends can be read. */
function endsOf(stored: JsonValue): readonly string[] {
  if (!isJsonObject(stored)) return [];
  return [ownMember(stored, 'sourcePath'), ownMember(stored, 'targetPath')].filter((end) => typeof end === 'string');
}

function hasSameEnds(stored: JsonValue, { type, sourcePath, targetPath }: ConnectionInput): boolean {
  return (
    isJsonObject(stored) &&
    ownMember(stored, 'type') === type &&
    ownMember(stored, 'sourcePath') === sourcePath &&
    ownMember(stored, 'targetPath') === targetPath
  );
}

function otherEnds(key: string): Violation {
  const message = `There is another connection with the id "${key}".`;
  return connectionProblem('connection_id_mismatch', message, { connectionId: key });
}

function droppedOutput(key: string, stored: JsonValue, { droppedOutputs }: BlockPlan): readonly Violation[] {
  if (!isJsonObject(stored)) return [];
  const source = ownMember(stored, 'sourcePath');
  const output = ownMember(stored, 'type');
  if (typeof source !== 'string' || typeof output !== 'string' || !droppedOutputs.get(source)?.has(output)) return [];
  const message = `Block "${source}" would lose the output "${output}", from which a connection leaves.`;
  return [connectionProblem('output_has_connection', message, { connectionId: key, blockId: source, output })];
}

import { addToSet } from '../add-to-set.ts';
import { connectionIdOf, type Diagram } from '../diagram/diagram.ts';
import { outputsOfNode } from '../diagram/node-outputs.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { excerpt, lacksOutput } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';
import type { ChangeSet, ConnectionInput, LeavingConnections } from './change-set.ts';
import { connectionProblem, type EditContext } from './edit-result.ts';
import type { BlockPlan } from './plan-blocks.ts';

/** The changes of a change set to the connections. */
export interface ConnectionPlan {
  /** New connections by key. */
  readonly written: ReadonlyMap<string, JsonObject>;
  /** Keys of removed and replaced entries. */
  readonly removed: ReadonlySet<string>;
  readonly problems: readonly Violation[];
}

/** Finds connections of one diagram without a visit to all. */
export interface ConnectionLookup {
  /** The keys of the connections from or to this block. */
  touching(blockId: string): Iterable<string>;
  /** @returns The existing keys of these, in diagram order, each once. */
  inOrder(keys: Iterable<string>): readonly string[];
}

/**
 * Plans the changes to the connections, after the changes to the blocks.
 *
 * @spec ED12, ED15, ED16, ED17, ED19, ED20, ED29, ED31, ED32, ED33, ED35
 */
export function planConnections(
  diagram: Diagram,
  changes: ChangeSet['connections'],
  blocks: BlockPlan,
  context: EditContext,
  lookup?: ConnectionLookup,
): ConnectionPlan {
  const deletions = changes?.delete ?? [];
  const isDeleted = deletionMatcher(deletions);
  const wanted = collectAdditions(changes?.add ?? []);
  const toCheck = new Set([...wanted.values()].flat());
  const written = new Map([...wanted].map(([key, [first]]) => [key, first]));
  const removed = new Set<string>();
  const dropping: Violation[] = [];
  const mismatched = new Set([...wanted.keys()].filter((key) => (wanted.get(key)?.length ?? 0) > 1));

  const keys =
    lookup === undefined
      ? Object.keys(diagram.connections)
      : lookup.inOrder(concerned(lookup, blocks, { wanted: wanted.keys(), deletions }));
  for (const key of keys) {
    const stored = diagram.connections[key] as JsonValue;
    const additions = wanted.get(key);
    const same = additions?.find((addition) => hasSameEnds(stored, addition));
    const isTouched = endsOf(stored).some((end) => blocks.removed.has(end));
    if (same !== undefined) {
      written.delete(key);
      if (!isTouched) toCheck.delete(same);
    } else if (isTouched || isDeleted(key, stored)) {
      removed.add(key);
      continue;
    } else if (additions !== undefined) {
      mismatched.add(key);
    }
    dropping.push(...droppedOutput(key, stored, blocks));
  }

  const checkEnds = endChecker(diagram, blocks, context);
  const otherEnds = [...mismatched].map((key) => {
    const message = `There is another connection with the id ${excerpt(key)}.`;
    return connectionProblem('connection_id_mismatch', message, { connectionId: key });
  });
  const problems = [...dropping, ...otherEnds, ...[...toCheck].flatMap(checkEnds)];
  return { written, removed, problems };
}

/** The keys of all connections that a set names, removes, or leaves without an output; and others. */
function* concerned(
  lookup: ConnectionLookup,
  { removed, droppedOutputs }: BlockPlan,
  named: {
    readonly wanted: Iterable<string>;
    readonly deletions: readonly (string | LeavingConnections)[];
  },
): Iterable<string> {
  yield* named.wanted;
  for (const deletion of named.deletions) {
    if (typeof deletion === 'string') yield deletion;
    else yield* lookup.touching(deletion.source_path);
  }
  for (const block of removed) yield* lookup.touching(block);
  for (const [block, outputs] of droppedOutputs) if (outputs.size > 0) yield* lookup.touching(block);
}

/** Makes a function that tells whether a set deletes a stored connection. @spec ED15, ED35 */
function deletionMatcher(
  deletions: readonly (string | LeavingConnections)[],
): (key: string, stored: JsonValue) => boolean {
  const keys = new Set<string>();
  // By source. Stored entries may have any value there.
  const outputs = new Map<unknown, Set<unknown>>();
  for (const deletion of deletions) {
    if (typeof deletion === 'string') keys.add(deletion);
    else addToSet(outputs, deletion.source_path, deletion.type);
  }
  return (key, stored) => {
    if (keys.has(key)) return true;
    if (!isJsonObject(stored)) return false;
    return outputs.get(ownMember(stored, 'sourcePath'))?.has(ownMember(stored, 'type')) === true;
  };
}

type Addition = JsonObject & Required<ConnectionInput>;

/** The connections to add, by key. Several connections with one key are a problem: their ends differ. */
function collectAdditions(
  additions: readonly ConnectionInput[],
): ReadonlyMap<string, readonly [Addition, ...Addition[]]> {
  const wanted = new Map<string, [Addition, ...Addition[]]>();
  const seen = new Set<string>();
  for (const { id, type, sourcePath, targetPath } of additions) {
    const addition = { id: id ?? connectionIdOf({ sourcePath, type, targetPath }), type, sourcePath, targetPath };
    const mark = JSON.stringify(Object.values(addition));
    if (seen.has(mark)) continue;
    seen.add(mark);
    const others = wanted.get(addition.id);
    if (others === undefined) wanted.set(addition.id, [addition]);
    else others.push(addition);
  }
  return wanted;
}

/** The blocks at the ends of a stored entry, if readable. */
export function endsOf(stored: JsonValue | undefined): readonly string[] {
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

function droppedOutput(key: string, stored: JsonValue, { droppedOutputs }: BlockPlan): readonly Violation[] {
  if (!isJsonObject(stored)) return [];
  const source = ownMember(stored, 'sourcePath');
  const output = ownMember(stored, 'type');
  if (typeof source !== 'string' || typeof output !== 'string' || !droppedOutputs.get(source)?.has(output)) return [];
  const message = `Block ${excerpt(source)} would lose the output ${excerpt(output)}, from which a connection leaves.`;
  return [connectionProblem('output_has_connection', message, { connectionId: key, blockId: source, output })];
}

/**
 * Makes a check of connections to add: both ends must be blocks of the result, and the source must have the output if
 * its outputs are known.
 *
 * @spec ED18
 */
export function endChecker(
  diagram: Diagram,
  blocks: BlockPlan,
  { catalog }: EditContext,
): (added: Required<ConnectionInput>) => readonly Violation[] {
  const isThere = (id: string) =>
    blocks.written.has(id) || blocks.unclear.has(id) || (Object.hasOwn(diagram.nodes, id) && !blocks.removed.has(id));

  const outputs = new Map<string, ReadonlySet<string> | undefined>();
  const outputsOf = (id: string) => {
    if (!outputs.has(id)) {
      const node = blocks.unclear.has(id) ? undefined : (blocks.written.get(id) ?? diagram.nodes[id]);
      const listed = outputsOfNode(node, catalog);
      outputs.set(id, listed && new Set(listed));
    }
    return outputs.get(id);
  };

  return ({ id: connectionId, sourcePath, type, targetPath }) => {
    const problems: Violation[] = [];
    const refuse = (code: string, message: string, at: { readonly blockId?: string; readonly output?: string } = {}) =>
      problems.push(connectionProblem(code, message, { ...at, connectionId }));

    const offered = outputsOf(sourcePath);
    if (!isThere(sourcePath)) {
      refuse('connection_source_unknown', `A connection leaves ${excerpt(sourcePath)}, which is not a block.`);
    } else if (offered?.has(type) === false) {
      refuse('output_unknown', lacksOutput(sourcePath, type, offered), { blockId: sourcePath, output: type });
    }
    if (!isThere(targetPath)) {
      refuse('connection_target_unknown', `A connection ends at ${excerpt(targetPath)}, which is not a block.`);
    }
    return problems;
  };
}

import fc from 'fast-check';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import { outputsOfNode } from '../src/domain/diagram/node-outputs.ts';
import type { BlockInput, ChangeSet, ConnectionInput, LeavingConnections } from '../src/domain/edits/change-set.ts';
import type { JsonObject, JsonValue } from '../src/domain/json/json-value.ts';
import { anyJson, anyKey, anyObject, objectOf } from './arbitrary-json.ts';
import { botUuid, editContext, otherUuid, storedConnection } from './edit-context.ts';

const ids = ['welcome', 'a', 'n0', '__proto__', 'a/b~c', ''] as const;
const anyId: fc.Arbitrary<string> = fc.constantFrom(...ids);
const anyOutput: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('$x', '$yes', '$success') },
  fc.constantFrom('$no', '$__proto__', 'success', '$failed'),
);

const buttons: fc.Arbitrary<JsonValue> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom({ id: 'x' }, { id: 'yes' }, { id: '__proto__' }, { id: '' }) },
    anyJson,
  ),
  { maxLength: 3, size: 'max' },
);
const someParams: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      text: fc.constantFrom('Hi', ''),
      buttons: fc.oneof({ weight: 5, arbitrary: buttons }, anyJson),
      action: fc.constantFrom<JsonValue>('insert_row', 'get_row', 'UNSET', 5),
      bot: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom<JsonValue>(botUuid, botUuid.toUpperCase(), 1, 2, 7, 'x') },
        fc.constant(otherUuid),
      ),
      node: fc.oneof({ weight: 4, arbitrary: anyId }, fc.constantFrom<JsonValue>(' a ', 5)),
      version: fc.constantFrom<JsonValue>(3, 2, null),
    },
    { requiredKeys: [] },
  )
  .chain((params) => objectOf(anyKey, anyJson, 2).map((more) => ({ ...more, ...params })));

const anyNode: fc.Arbitrary<JsonValue> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.oneof(
          fc.constantFrom('buttons', 'yes_no', 'spreadsheets'),
          fc.constantFrom('chat', 'set_field', 'bot_link', 'foreign', 'hidden'),
        ),
        someParams,
        objectOf(fc.constantFrom('notes', 'top', 'isTarget', 'path', '__proto__'), anyJson, 2),
      )
      .map(([template, params, more]): JsonObject => ({ ...more, template, params })),
  },
  anyObject,
  anyJson,
);

const ends = fc.tuple(anyId, anyOutput, anyId);
const anyConnectionEntry: fc.Arbitrary<readonly [string, JsonValue]> = fc.oneof(
  {
    weight: 5,
    arbitrary: ends.map(([source, type, target]): readonly [string, JsonValue] => {
      const connection = storedConnection(source, type, target);
      return [connection['id'] as string, target === 'a' ? { ...connection, color: 'red' } : connection];
    }),
  },
  fc.tuple(anyKey, anyJson),
  fc.tuple(
    fc.oneof(
      anyKey,
      ends.map(([source, type, target]) => `${source}.${type}--${target}`),
    ),
    objectOf(fc.constantFrom('sourcePath', 'targetPath', 'type', 'id'), fc.oneof(anyId, anyOutput, anyJson), 4),
  ),
);

/** A stored diagram, valid or broken in every way that can be stored. */
export const anyDiagram: fc.Arbitrary<Diagram> = fc
  .tuple(
    objectOf(anyId, anyNode, 9),
    fc.array(anyConnectionEntry, { maxLength: 9, size: 'max' }),
    objectOf(fc.constantFrom('zoom', '__proto__'), anyJson, 1),
  )
  .map(([nodes, connections, others]) => ({
    ...others,
    nodes,
    connections: Object.fromEntries([...connections, ...realConnections(nodes)]),
  }));

/** One connection from each output that a block has, so that edits have connections to remove. */
function realConnections(nodes: JsonObject): readonly (readonly [string, JsonValue])[] {
  const targets = Object.keys(nodes);
  return Object.entries(nodes).flatMap(([id, node], n) =>
    (outputsOfNode(node, editContext.catalog) ?? []).map((output, m): readonly [string, JsonValue] => {
      const connection = storedConnection(id, output, targets[(n + m) % targets.length] ?? id);
      return [connection['id'] as string, (n + m) % 3 === 0 ? { ...connection, color: n } : connection];
    }),
  );
}

const blockInput: fc.Arbitrary<BlockInput> = fc.record(
  {
    id: anyId,
    type: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom('send_text', 'ask_yes_no', 'buttons', 'set_a_field', 'bot_link', 'spreadsheets'),
      },
      fc.constantFrom('hidden', 'chat', '__proto__', 'nope'),
    ),
    name: fc.constantFrom('', 'Name'),
    params: someParams,
    top: fc.integer(),
    left: fc.integer(),
  },
  { requiredKeys: ['type'] },
);

const connectionInput: fc.Arbitrary<ConnectionInput> = fc
  .tuple(ends, fc.option(anyKey, { nil: undefined, freq: 8 }))
  .map(([[sourcePath, type, targetPath], id]) => ({ sourcePath, type, targetPath, ...(id !== undefined && { id }) }));

const connectionId: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: ends.map(([source, type, target]) => `${source}.${type}--${target}`) },
  anyKey,
);

const leaving: fc.Arbitrary<LeavingConnections> = ends.map(([source_path, type]) => ({ source_path, type }));

const update = fc.record(
  { id: anyId, params: someParams, name: fc.constantFrom('', 'New'), top: fc.integer(), left: fc.integer() },
  { requiredKeys: ['id'] },
);

/** A change set with ids that generated diagrams use; about half of the sets are valid. */
export const anyChangeSet: fc.Arbitrary<ChangeSet> = fc.record(
  {
    blocks: fc.record(
      {
        add: fc.array(blockInput, { maxLength: 2, size: 'max' }),
        update: fc.array(update, { maxLength: 2, size: 'max' }),
        delete: fc.array(anyId, { maxLength: 3, size: 'max' }),
      },
      { requiredKeys: [] },
    ),
    connections: fc.record(
      {
        add: fc.array(connectionInput, { maxLength: 2, size: 'max' }),
        delete: fc.array(fc.oneof({ weight: 3, arbitrary: connectionId }, leaving), { maxLength: 3, size: 'max' }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/**
 * Changes a generated set so that it refers to entries of the diagram: the first update names a stored block, and every
 * other deletion and addition of a connection a stored one.
 */
export function aimedAt(diagram: Diagram, set: ChangeSet): ChangeSet {
  const stored = Object.entries(diagram.connections);
  const { add = [], delete: deleted = [] } = set.connections ?? {};
  const pick = (n: number) => stored[n % Math.max(stored.length, 1)];
  const blockIds = Object.keys(diagram.nodes);
  const update = set.blocks?.update?.map((one, n) =>
    n === 0 ? { ...one, id: blockIds[one.id.length] ?? one.id } : one,
  );
  return {
    blocks: { ...set.blocks, ...(update && { update }) },
    connections: {
      delete: deleted.map((one, n) => {
        if (n % 2 !== 0) return one;
        const picked = pick(n + (typeof one === 'string' ? one : one.type).length);
        if (typeof one === 'string') return picked?.[0] ?? one;
        const { sourcePath, type } = (picked?.[1] ?? {}) as Record<string, unknown>;
        const isWhole = typeof sourcePath === 'string' && typeof type === 'string';
        return isWhole ? { source_path: sourcePath, type } : one;
      }),
      add: add.map((one, n) => {
        const value = n % 2 === 0 ? pick(n + one.type.length)?.[1] : undefined;
        const { sourcePath, type, targetPath } = (value ?? {}) as Record<string, unknown>;
        const isWhole = [sourcePath, type, targetPath].every((member) => typeof member === 'string');
        return isWhole ? ({ sourcePath, type, targetPath } as ConnectionInput) : one;
      }),
    },
  };
}

import type { BlockDefinition } from '../blocks/block-definition.ts';
import { closestBlock } from '../blocks/closest-block.ts';
import { defaultParams, paramsInForce } from '../blocks/variant.ts';
import { completeNode, isEntry } from '../diagram/complete-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { outputsOfNode } from '../diagram/node-outputs.ts';
import { copyJson, isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import { excerpt } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';
import type { BlockEdit, BlockInput, ChangeSet } from './change-set.ts';
import { addedBlockProblem, blockProblem, type EditContext, withoutId } from './edit-result.ts';

/** The changes of a change set to the blocks. */
export interface BlockPlan {
  /** New nodes by key. */
  readonly written: ReadonlyMap<string, JsonObject>;
  /** Keys of removed and replaced blocks. */
  readonly removed: ReadonlySet<string>;
  /** Lost outputs of updated blocks, by block. */
  readonly droppedOutputs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Blocks with a problem: the outputs of their connections are not checked. */
  readonly unclear: ReadonlySet<string>;
  readonly problems: readonly Violation[];
}

/**
 * Plans the changes to the blocks. Compares everything with the former diagram and with the whole set, so the order
 * inside the set does not matter.
 *
 * @spec ED5, ED6, ED7, ED8, ED9, ED12, ED15, ED29
 */
export function planBlocks(diagram: Diagram, changes: ChangeSet['blocks'], context: EditContext): BlockPlan {
  const { add = [], update = [], delete: deletions = [] } = changes ?? {};
  const deleted = new Set(deletions);
  const plan = {
    written: new Map<string, JsonObject>(),
    removed: new Set([...deleted].filter((id) => Object.hasOwn(diagram.nodes, id))),
    droppedOutputs: new Map<string, ReadonlySet<string>>(),
    unclear: new Set<string>(),
    problems: [] as Violation[],
  };
  planAdditions(plan, diagram, add, deleted, context);
  planUpdates(plan, diagram, update, deleted, context);
  return plan;
}

/** A plan under construction. */
type OpenPlan = Pick<BlockPlan, 'removed'> & {
  readonly written: Map<string, JsonObject>;
  readonly droppedOutputs: Map<string, ReadonlySet<string>>;
  readonly unclear: Set<string>;
  readonly problems: Violation[];
};

function planAdditions(
  { written, unclear, problems }: OpenPlan,
  diagram: Diagram,
  added: readonly BlockInput[],
  deleted: ReadonlySet<string>,
  context: EditContext,
): void {
  const seen = new Set<string>();
  const ids = assignBlockIds(diagram.nodes, added, deleted);
  for (const [index, input] of added.entries()) {
    const id = ids[index] as string;
    const refuse = (code: string, fault: string, hint?: string) => {
      const problem = addedBlockProblem(code, fault, { id, isNamed: input.id !== undefined, index });
      problems.push(hint === undefined ? problem : { ...problem, hint });
      unclear.add(id);
    };
    if (seen.has(id)) refuse('block_id_taken', 'is added twice.');
    else if (Object.hasOwn(diagram.nodes, id) && !deleted.has(id)) refuse('block_id_taken', 'is there already.');
    seen.add(id);

    const definition = context.catalog.byName(input.type);
    if (definition === undefined || !definition.placeable) {
      const fault = `has the type ${excerpt(input.type)}, of which no block can be added.`;
      const closest = closestBlock(input.type, context.catalog, ({ placeable }) => placeable);
      refuse('block_type_unknown', fault, closest && `Did you mean ${excerpt(closest.name)}?`);
      continue;
    }
    const { top = 0, left = 0, name } = input;
    const params = editedParams(definition, {}, input.params ?? {});
    const { template, entry } = definition;
    const node = { id, path: id, template, params, top, left, isTarget: entry !== true };
    const completed = completeNode(id, name === undefined ? node : { ...node, name }, context);
    problems.push(...completed.violations.map((found) => (input.id === undefined ? withoutId(found, index) : found)));
    written.set(id, completed.node as JsonObject);
  }
}

function planUpdates(
  { written, droppedOutputs, unclear, problems }: OpenPlan,
  diagram: Diagram,
  updates: readonly (BlockEdit & { readonly id: string })[],
  deleted: ReadonlySet<string>,
  context: EditContext,
): void {
  for (const { id, ...edit } of updates) {
    const stored = ownMember(diagram.nodes, id);
    if (!isJsonObject(stored) || deleted.has(id)) {
      const isThere = isJsonObject(stored);
      const fault = isThere
        ? `Block ${excerpt(id)} is both deleted and updated.`
        : `There is no block ${excerpt(id)} to update.`;
      problems.push(blockProblem('block_unknown', fault, id));
      continue;
    }
    if (droppedOutputs.has(id)) {
      problems.push(blockProblem('block_id_taken', `Block ${excerpt(id)} is updated twice.`, id));
      unclear.add(id);
    }
    const completed = editNode(id, stored, edit, context);
    problems.push(...completed.violations);
    written.set(id, completed.node);
    const dropped = droppedBetween(stored, completed.node, context);
    droppedOutputs.set(id, new Set([...(droppedOutputs.get(id) ?? []), ...dropped]));
  }
}

/** @spec ED10, ED11, ED13 */
function editNode(
  id: string,
  stored: JsonObject,
  { params, name, top, left }: BlockEdit,
  context: EditContext,
): { readonly node: JsonObject; readonly violations: readonly Violation[] } {
  const moved: JsonObject = {
    ...stored,
    ...(name !== undefined && { name }),
    ...(top !== undefined && { top }),
    ...(left !== undefined && { left }),
    ...(!Object.hasOwn(stored, 'isTarget') && { isTarget: !isEntry(stored, context.catalog) }),
  };
  if (params === undefined) return { node: moved, violations: [] };

  const template = ownMember(stored, 'template');
  const definition = typeof template === 'string' ? context.catalog.byTemplate(template) : undefined;
  const storedParams = ownMember(stored, 'params');
  const before = storedParams !== undefined && isJsonObject(storedParams) ? storedParams : {};
  const completed = completeNode(id, { ...moved, params: editedParams(definition, before, params) }, context);
  return { node: completed.node as JsonObject, violations: completed.violations };
}

function droppedBetween(before: JsonObject, after: JsonObject, { catalog }: EditContext): readonly string[] {
  const remaining = outputsOfNode(after, catalog);
  if (remaining === undefined) return [];
  const kept = new Set(remaining);
  return outputsOfNode(before, catalog)?.filter((output) => !kept.has(output)) ?? [];
}

/**
 * Gives each block to add its own id or the first free one of `n0`, `n1`, …. An id is free when no block of the diagram
 * has it and the request neither adds nor deletes it by name.
 *
 * @returns The ids, in the order of `added`.
 * @spec ED4
 */
export function assignBlockIds(
  nodes: JsonObject,
  added: readonly BlockInput[],
  deleted: ReadonlySet<string>,
): readonly string[] {
  const named = new Set(added.map(({ id }) => id));
  let next = 0;
  const takeFree = () => {
    while (Object.hasOwn(nodes, `n${next}`) || named.has(`n${next}`) || deleted.has(`n${next}`)) next += 1;
    next += 1;
    return `n${next - 1}`;
  };
  return added.map(({ id }) => id ?? takeFree());
}

/**
 * Replaces the params of a block. Writes the given params; a described param that is missing gets its default, or is
 * removed without one; params unknown to the catalog stay.
 *
 * @param definition - `undefined` for a block without a definition: then no param is described.
 * @spec ED13, ED14, QN22
 */
export function editedParams(
  definition: BlockDefinition | undefined,
  stored: JsonObject,
  sent: JsonObject,
): JsonObject {
  const described = new Set(definition?.variants.flatMap(({ params }) => params.map(({ name }) => name)));
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !described.has(name)));
  const written: JsonObject = { ...kept, ...copyJson(sent) };
  if (definition === undefined) return written;

  const params = paramsInForce(definition, written).filter(({ isDefaultWritten }) => isDefaultWritten !== false);
  const defaults = Object.entries(defaultParams({ params }));
  const missing = defaults.filter(([name]) => !Object.hasOwn(written, name));
  return { ...written, ...copyJson(Object.fromEntries(missing)) };
}

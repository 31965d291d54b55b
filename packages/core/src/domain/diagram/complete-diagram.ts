import type { Catalog } from '../blocks/catalog.ts';
import { isJsonObject, type JsonObject, type JsonValue, jsonPointer, ownMember } from '../json/json-value.ts';
import { excerpt } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';
import { asUuid } from '../uuid.ts';
import { type LinkedBot, referencesOf } from './block-references.ts';
import type { Diagram } from './diagram.ts';
import { type DiagramEntries, entriesOf } from './diagram-entries.ts';

export interface CompletionContext {
  /** The blocks that the diagram may have. */
  readonly catalog: Catalog;
  /** By uuid in lower case; other uuids are unknown to the brand. */
  readonly linkedBots: ReadonlyMap<string, LinkedBot>;
}

export interface CompletedDiagram {
  /** The given diagram with the members that the service adds. */
  readonly diagram: Diagram;
  /** One `linked_bot_not_found` for each block that names an unknown bot. */
  readonly violations: readonly Violation[];
}

/**
 * Adds the members of every stored diagram: `isTarget` to each node object without it, `false` to those of entries, and
 * the bot's number, channel family and name to each block that names a bot by uuid.
 *
 * Complete entries and complete diagrams stay the same objects.
 *
 * @param entries - The entries of the diagram, if they are listed.
 * @spec DG7, DG8, DG10, DG11, DG12, DG18, DG19, DG20, DG21, KW2
 */
export function completeDiagram(
  diagram: Diagram,
  context: CompletionContext,
  { nodes }: Pick<DiagramEntries, 'nodes'> = entriesOf(diagram),
): CompletedDiagram {
  const violations: Violation[] = [];
  const changed = new Map<string, JsonValue>();
  for (const [nth, node] of nodes.values.entries()) {
    const key = nodes.keys[nth] as string;
    const completed = completeNode(key, node, context);
    if (completed.violations.length > 0) violations.push(...completed.violations);
    if (completed.node !== node) changed.set(key, completed.node);
  }
  if (changed.size === 0) return { diagram, violations };
  const entries = nodes.keys.map((key, nth) => [key, changed.get(key) ?? (nodes.values[nth] as JsonValue)] as const);
  return { diagram: { ...diagram, nodes: Object.fromEntries(entries) }, violations };
}

/** Completes one entry of the map of nodes; see {@link completeDiagram}. */
export function completeNode(
  key: string,
  node: JsonValue,
  context: CompletionContext,
): { readonly node: JsonValue; readonly violations: readonly Violation[] } {
  if (!isJsonObject(node)) return { node, violations: none };
  const { additions, violations } = linkedBotParams(key, node, context);
  let completed: JsonObject = node;
  if (additions !== undefined)
    completed = { ...completed, params: { ...(node['params'] as JsonObject), ...additions } };
  if (!Object.hasOwn(node, 'isTarget')) completed = { ...completed, isTarget: !isEntry(node, context.catalog) };
  return { node: completed, violations };
}

/** Whether no connection may end at a block unless it says so. @spec KW2 */
export function isEntry(node: JsonObject, catalog: Catalog): boolean {
  const template = ownMember(node, 'template');
  return typeof template === 'string' && catalog.byTemplate(template)?.entry === true;
}

const none: readonly never[] = [];
const nothingToAdd = { additions: undefined, violations: none } as const;

function linkedBotParams(
  key: string,
  node: JsonObject,
  context: CompletionContext,
): { readonly additions: JsonObject | undefined; readonly violations: readonly Violation[] } {
  const references = referencesOf(node, context.catalog);
  if (references.length === 0) return nothingToAdd;
  let additions: JsonObject | undefined;
  const violations: Violation[] = [];
  for (const { reference, value } of references) {
    const uuid = reference.to === 'bot' ? asUuid(value) : undefined;
    if (uuid === undefined) continue;
    const bot = context.linkedBots.get(uuid);
    if (bot === undefined) {
      violations.push(linkedBotNotFound(key, reference.param));
      continue;
    }
    additions = {
      ...additions,
      [reference.param]: bot.number,
      [`${reference.param}_number`]: bot.number,
      [`${reference.param}_channel_family`]: bot.channelFamily,
      [`${reference.param}_name`]: bot.name,
    };
  }
  return { additions, violations };
}

function linkedBotNotFound(blockId: string, param: string): Violation {
  return {
    code: 'linked_bot_not_found',
    message: `Block ${excerpt(blockId)} links to a bot that does not exist.`,
    blockId,
    param,
    pointer: jsonPointer('nodes', blockId, 'params', param),
    severity: 'error',
  };
}

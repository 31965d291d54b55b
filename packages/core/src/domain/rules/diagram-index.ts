import type { Catalog } from '../blocks/catalog.ts';
import { greetingSlotOf } from '../channel.ts';
import {
  type Diagram,
  type DiagramConnection,
  type DiagramNode,
  isDiagramConnection,
  isNode,
} from '../diagram/diagram.ts';
import type { FormulaReader } from '../formula/formula-reader.ts';
import type { JsonObject } from '../json/json-value.ts';
import { type BlockKind, type BlockKinds, blockKindsOf, type ParamSet, type Shape } from './block-kind.ts';

/** One entry of `nodes`. */
export interface NodeEntry {
  readonly key: string;
  /** Position in diagram order, from 0; malformed entries count too. */
  readonly position: number;
  /** `undefined` when the entry is malformed. */
  readonly node: DiagramNode | undefined;
  /** `undefined` when the catalog does not cover the template. */
  readonly kind: BlockKind | undefined;
  /** The variant; `undefined` without a kind, and when no variant matches the params. */
  readonly shape: Shape | undefined;
  /** The first connection in diagram order that leaves here; the others follow by `nextLeaving`. */
  leaving: Link | undefined;
  lastLeaving: Link | undefined;
  /** What `readableParams` found, when it was asked. */
  readable: JsonObject | undefined;
  /** What `outputsOf` found, when the outputs depend on the params. */
  derivedOutputs: ReadonlySet<string> | undefined;
  /** What `fieldsSet` found. */
  fieldsSet: readonly string[] | undefined;
}

/** The blocks of one template, in diagram order. */
export interface BlockGroup {
  readonly kind: BlockKind | undefined;
  readonly blocks: readonly Block[];
}

/** A well-formed entry of `nodes`. */
export interface Block extends NodeEntry {
  readonly node: DiagramNode;
}

/** One entry of `connections`. */
export interface ConnectionEntry {
  readonly key: string;
  readonly position: number;
  /** `undefined` when the entry is malformed. */
  readonly connection: DiagramConnection | undefined;
  /** The entries that the ends name. */
  readonly source: NodeEntry | undefined;
  readonly target: NodeEntry | undefined;
  nextLeaving: Link | undefined;
}

/** A well-formed entry of `connections`. */
export interface Link extends ConnectionEntry {
  readonly connection: DiagramConnection;
}

/**
 * A diagram, prepared for rules: each entry is read once, and each end of a connection resolved once. All lists are in
 * diagram order.
 */
export interface DiagramIndex {
  readonly diagram: Diagram;
  /** Malformed entries too. */
  readonly nodes: readonly NodeEntry[];
  readonly blocks: readonly Block[];
  /** The same blocks by template, for what concerns some templates only. */
  readonly groups: readonly BlockGroup[];
  readonly connections: readonly ConnectionEntry[];
  readonly links: readonly Link[];
  readonly findNode: (key: string) => NodeEntry | undefined;
  readonly formulas: FormulaReader;
  /** The id of the greeting slot. */
  readonly slot: string;
}

/** What is needed in addition to the diagram to index it. */
export interface IndexContext {
  readonly catalog: Catalog;
  readonly channelFamily: string;
  /** The greeting slots of families that do not have the usual one. */
  readonly greetingSlots?: ReadonlyMap<string, string>;
}

/** Whether an entry is of the map of connections, not of nodes. */
export const isConnectionEntry = (entry: NodeEntry | ConnectionEntry): entry is ConnectionEntry =>
  'connection' in entry;

export const isBlock = (entry: NodeEntry): entry is Block => entry.node !== undefined;
const isLink = (entry: ConnectionEntry): entry is Link => entry.connection !== undefined;

/** @spec RU10, RU11, RU15 */
export function indexDiagram(
  diagram: Diagram,
  context: IndexContext,
  kinds: BlockKinds = blockKindsOf(context.catalog),
): DiagramIndex {
  const nodes: NodeEntry[] = [];
  const byKey = new Map<string, NodeEntry>();
  const groups = new Map<string, { readonly kind: BlockKind | undefined; readonly blocks: Block[] }>();
  let malformed = 0;
  // A plain object inherits nothing that this would visit; a list of the keys would take longer.
  for (const key in diagram.nodes) {
    const value = diagram.nodes[key];
    const node = isNode(value) ? value : undefined;
    let group = node && groups.get(node.template);
    if (node === undefined) malformed += 1;
    else if (group === undefined) {
      group = { kind: kinds.find(node.template), blocks: [] };
      groups.set(node.template, group);
    }
    const kind = group?.kind;
    const entry: NodeEntry = {
      key,
      position: nodes.length,
      node,
      kind,
      shape: node && kind && (kind.onlyShape ?? kind.shapeOf(node.params)),
      leaving: undefined,
      lastLeaving: undefined,
      readable: undefined,
      derivedOutputs: undefined,
      fieldsSet: undefined,
    };
    nodes.push(entry);
    byKey.set(key, entry);
    if (isBlock(entry)) group?.blocks.push(entry);
  }

  const connections: ConnectionEntry[] = [];
  let malformedConnections = 0;
  for (const key in diagram.connections) {
    const value = diagram.connections[key];
    const connection = isDiagramConnection(value) ? value : undefined;
    const entry: ConnectionEntry = {
      key,
      position: connections.length,
      connection,
      source: connection && byKey.get(connection.sourcePath),
      target: connection && byKey.get(connection.targetPath),
      nextLeaving: undefined,
    };
    connections.push(entry);
    if (isLink(entry)) leave(entry);
    else malformedConnections += 1;
  }

  return {
    diagram,
    nodes,
    blocks: malformed === 0 ? (nodes as Block[]) : nodes.filter(isBlock),
    groups: [...groups.values()],
    connections,
    links: malformedConnections === 0 ? (connections as Link[]) : connections.filter(isLink),
    findNode: (key) => byKey.get(key),
    formulas: kinds.formulas,
    slot: context.greetingSlots?.get(context.channelFamily) ?? greetingSlotOf(context.channelFamily),
  };
}

function leave(link: Link): void {
  const { source } = link;
  if (source === undefined) return;
  if (source.lastLeaving === undefined) source.leaving = link;
  else source.lastLeaving.nextLeaving = link;
  source.lastLeaving = link;
}

/** The params that are checked of a block; `undefined` when it is not catalogued. @spec RU31, RU41 */
export function paramsOf({ shape, kind, node }: Block): ParamSet | undefined {
  return shape ?? kind?.shapelessOf(node.params);
}

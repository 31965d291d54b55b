import type { Catalog } from '../blocks/catalog.ts';
import { greetingSlotOf } from '../channel.ts';
import {
  type Diagram,
  type DiagramConnection,
  type DiagramNode,
  isDiagramConnection,
  isNode,
} from '../diagram/diagram.ts';
import { type DiagramEntries, entriesOf } from '../diagram/diagram-entries.ts';
import type { FormulaReader } from '../formula/formula-reader.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { type BlockKind, type BlockKinds, blockKindsOf, type ParamSet, type Shape } from './block-kind.ts';

/** One entry of `nodes`. */
export interface NodeEntry {
  readonly key: string;
  /** Position in diagram order, from 0; malformed entries count too. */
  readonly position: number;
  /** `undefined` when the entry is malformed. */
  readonly node: DiagramNode | undefined;
  /** `undefined` for a template outside the catalog. */
  readonly kind: BlockKind | undefined;
  /** The variant; `undefined` without a kind, and when no variant matches the params. */
  readonly shape: Shape | undefined;
  /** The first outgoing connection in diagram order; the others follow by `nextLeaving`. */
  leaving: Link | undefined;
  lastLeaving: Link | undefined;
  /** Cache of `readableParams`. */
  readable: JsonObject | undefined;
  /** Cache of `outputsOf`, if the outputs depend on the params. */
  derivedOutputs: ReadonlySet<string> | undefined;
  /** Cache of `fieldsSet`. */
  fieldsSet: readonly string[] | undefined;
}

/** The blocks of one template. */
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
  /** The entries at the ends. */
  readonly source: NodeEntry | undefined;
  readonly target: NodeEntry | undefined;
  nextLeaving: Link | undefined;
}

/** A well-formed entry of `connections`. */
export interface Link extends ConnectionEntry {
  readonly connection: DiagramConnection;
}

/**
 * A diagram, prepared for rules: reads each entry once, and resolves each end of a connection once. All lists are in
 * diagram order.
 */
export interface DiagramIndex {
  readonly diagram: Diagram;
  /** Malformed entries too. */
  readonly nodes: readonly NodeEntry[];
  readonly blocks: readonly Block[];
  /** The same blocks by template, for rules of some templates; in any order within a template. */
  readonly groups: readonly BlockGroup[];
  readonly connections: readonly ConnectionEntry[];
  readonly links: readonly Link[];
  readonly findNode: (key: string) => NodeEntry | undefined;
  readonly formulas: FormulaReader;
  /** The id of the greeting slot. */
  readonly slot: string;
  readonly bot: BotIdentity | undefined;
}

/** The names by which blocks of a bot refer to the bot. */
export interface BotIdentity {
  /** As `bot_link` blocks store it; absent before the bot exists. */
  readonly number?: number;
  /** Uuid. */
  readonly id?: string;
}

/** The context of indexing. */
export interface IndexContext {
  readonly catalog: Catalog;
  readonly channelFamily: string;
  /** The greeting slots of families without the usual one. */
  readonly greetingSlots?: ReadonlyMap<string, string>;
  /** The bot of the diagram. Absent: blocks that name their own bot are not recognized. */
  readonly bot?: BotIdentity;
}

export const isConnectionEntry = (entry: NodeEntry | ConnectionEntry): entry is ConnectionEntry =>
  'connection' in entry;

export const isBlock = (entry: NodeEntry): entry is Block => entry.node !== undefined;
export const isLink = (entry: ConnectionEntry): entry is Link => entry.connection !== undefined;

/** @spec RU10, RU11, RU15 */
export function indexDiagram(
  diagram: Diagram,
  context: IndexContext,
  kinds: BlockKinds = blockKindsOf(context.catalog),
  entries: DiagramEntries = entriesOf(diagram),
): DiagramIndex {
  const nodes: NodeEntry[] = [];
  const byKey = new Map<string, NodeEntry>();
  const groups = createGroups(kinds);
  let malformed = 0;
  const { keys, values } = entries.nodes;
  for (let position = 0; position < keys.length; position += 1) {
    const key = keys[position] as string;
    const entry = new WritableNode(key, position);
    readNode(entry, values[position], groups);
    if (entry.node === undefined) malformed += 1;
    nodes.push(entry);
    byKey.set(key, entry);
  }

  const connections: ConnectionEntry[] = [];
  let malformedConnections = 0;
  const { keys: connectionKeys, values: connectionValues } = entries.connections;
  for (let position = 0; position < connectionKeys.length; position += 1) {
    const entry = new WritableConnection(connectionKeys[position] as string, position);
    readConnection(entry, connectionValues[position], byKey);
    connections.push(entry);
    if (isLink(entry)) appendLeaving(entry);
    else malformedConnections += 1;
  }

  return {
    diagram,
    nodes,
    blocks: malformed === 0 ? (nodes as Block[]) : nodes.filter(isBlock),
    groups: groups.list(),
    connections,
    links: malformedConnections === 0 ? (connections as Link[]) : connections.filter(isLink),
    findNode: (key) => byKey.get(key),
    formulas: kinds.formulas,
    slot: context.greetingSlots?.get(context.channelFamily) ?? greetingSlotOf(context.channelFamily),
    bot: context.bot,
  };
}

/**
 * A mutable entry, for code that makes or edits an index. A class, because V8 may begin to allocate the objects of a literal in the old generation after it saw them survive a
 * collection. Then each indexed diagram, with all of its nodes, stays in memory until a full collection; objects of a
 * class begin in the young generation. Measured on writes of 1,000 blocks, a literal costs an eighth of the time.
 */
export class WritableNode implements NodeEntry {
  key: string;
  position: number;
  node: DiagramNode | undefined = undefined;
  kind: BlockKind | undefined = undefined;
  shape: Shape | undefined = undefined;
  leaving: Link | undefined = undefined;
  lastLeaving: Link | undefined = undefined;
  readable: JsonObject | undefined = undefined;
  derivedOutputs: ReadonlySet<string> | undefined = undefined;
  fieldsSet: readonly string[] | undefined = undefined;

  constructor(key: string, position: number) {
    this.key = key;
    this.position = position;
  }
}

/**
 * Reads the diagram's value of an entry.
 *
 * @param groups - Receives the entry, and returns its kind.
 */
export function readNode(entry: WritableNode, value: JsonValue | undefined, groups: Pick<BlockGroups, 'add'>): void {
  const node = isNode(value) ? value : undefined;
  entry.node = node;
  entry.kind = node && groups.add(node.template, entry as Block);
  entry.shape = node && entry.kind && (entry.kind.onlyShape ?? entry.kind.shapeOf(node.params));
}

/** A class for the same reason as `WritableNode`. */
export class WritableConnection implements ConnectionEntry {
  key: string;
  position: number;
  connection: DiagramConnection | undefined = undefined;
  source: NodeEntry | undefined = undefined;
  target: NodeEntry | undefined = undefined;
  nextLeaving: Link | undefined = undefined;

  constructor(key: string, position: number) {
    this.key = key;
    this.position = position;
  }
}

export function readConnection(
  entry: WritableConnection,
  value: JsonValue | undefined,
  nodes: ReadonlyMap<string, NodeEntry>,
): void {
  const connection = isDiagramConnection(value) ? value : undefined;
  entry.connection = connection;
  entry.source = connection && nodes.get(connection.sourcePath);
  entry.target = connection && nodes.get(connection.targetPath);
}

export function appendLeaving(link: Link): void {
  const { source } = link;
  if (source === undefined) return;
  if (source.lastLeaving === undefined) source.leaving = link;
  else source.lastLeaving.nextLeaving = link;
  source.lastLeaving = link;
}

export interface BlockGroups {
  /** @returns The kind of such blocks. */
  add(template: string, block: Block): BlockKind | undefined;
  list(): readonly BlockGroup[];
}

export function createGroups(kinds: BlockKinds): BlockGroups {
  const groups = new Map<string, { readonly kind: BlockKind | undefined; readonly blocks: Block[] }>();
  return {
    add(template, block) {
      let group = groups.get(template);
      if (group === undefined) {
        group = { kind: kinds.find(template), blocks: [] };
        groups.set(template, group);
      }
      group.blocks.push(block);
      return group.kind;
    },
    list: () => [...groups.values()],
  };
}

/** The params to check of a block; `undefined` for a block outside the catalog. @spec RU31, RU41 */
export function paramsOf({ shape, kind, node }: Block): ParamSet | undefined {
  return shape ?? kind?.shapelessOf(node.params);
}

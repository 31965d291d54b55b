import { addToSet } from '../add-to-set.ts';
import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { runsOn } from './block-facts.ts';
import type { BlockKinds } from './block-kind.ts';
import {
  appendLeaving,
  type Block,
  type BlockGroup,
  type ConnectionEntry,
  createGroups,
  type DiagramIndex,
  type IndexContext,
  indexDiagram,
  isBlock,
  isLink,
  type Link,
  type NodeEntry,
  readConnection,
  readNode,
  WritableConnection,
  WritableNode,
} from './diagram-index.ts';

/** The keys of entries that an edit wrote or removed. New keys are in diagram order. */
export interface ChangedEntries {
  readonly nodes: readonly string[];
  readonly connections: readonly string[];
}

/** The entries affected by an edit, removed ones included. */
export interface ConcernedEntries {
  readonly nodes: ReadonlySet<NodeEntry>;
  readonly connections: ReadonlySet<ConnectionEntry>;
  /**
   * A block was added, removed, changed its kind or whether it waits, or a connection or a block with jumps was changed.
   */
  readonly isGraphChanged: boolean;
}

/** The index of a diagram that is edited in place. */
export interface EditableIndex {
  /** The index of the whole present diagram. */
  whole(): DiagramIndex;
  /** An index of only these entries, without removed ones. `findNode` finds all entries of the diagram. */
  part(entries: Pick<ConcernedEntries, 'nodes' | 'connections'>): DiagramIndex;
  /** The blocks that may name a bot or an account, and those with words of visitors. */
  referring(): DiagramIndex;
  /**
   * Reads the changed entries from the diagram again.
   *
   * @returns The entries at which rules on `entries` may give other results; `undefined` if the diagram must be indexed
   *   again: a new entry does not come last, or indexing again is faster.
   */
  change(changed: ChangedEntries): ConcernedEntries | undefined;
}

/** The state of an editable index. */
interface Edited {
  /** The index before the first edit. */
  readonly first: DiagramIndex;
  readonly kinds: BlockKinds;
  readonly nodes: WritableNode[];
  readonly connections: WritableConnection[];
  readonly nodesByKey: Map<string, WritableNode>;
  readonly connectionsByKey: Map<string, WritableConnection>;
  /** The blocks that may name a bot or an account. */
  readonly referring: Set<NodeEntry>;
  /** The well-formed connections by the keys of their ends, also of missing nodes. */
  readonly naming: Map<string, Set<WritableConnection>>;
  /** The list entries visited by the edit; a few times the size of the diagram costs the same as a new index. */
  steps: number;
}

export function editableIndex(diagram: Diagram, context: IndexContext, kinds: BlockKinds): EditableIndex {
  const edited = openIndex(indexDiagram(diagram, context, kinds), kinds);
  const { nodes, connections, nodesByKey, connectionsByKey, referring } = edited;
  return {
    whole: () => indexOf(edited, nodes, connections),
    part(entries) {
      const someNodes = inOrder(entries.nodes).filter((entry) => nodesByKey.get(entry.key) === entry);
      const someConnections = inOrder(entries.connections).filter((each) => connectionsByKey.get(each.key) === each);
      return indexOf(edited, someNodes, someConnections);
    },
    referring: () => indexOf(edited, inOrder(referring), []),
    change: (changed) => change(edited, changed),
  };
}

function openIndex(first: DiagramIndex, kinds: BlockKinds): Edited {
  const nodes = [...first.nodes] as WritableNode[];
  const connections = [...first.connections] as WritableConnection[];
  const naming = new Map<string, Set<WritableConnection>>();
  for (const entry of connections) addNaming(naming, entry);
  return {
    first,
    kinds,
    nodes,
    connections,
    nodesByKey: new Map(nodes.map((entry) => [entry.key, entry])),
    connectionsByKey: new Map(connections.map((entry) => [entry.key, entry])),
    referring: new Set(nodes.filter(mayRefer)),
    naming,
    steps: 0,
  };
}

function indexOf(
  { first, kinds, nodesByKey }: Edited,
  nodes: readonly NodeEntry[],
  connections: readonly ConnectionEntry[],
): DiagramIndex {
  const { diagram, formulas, slot, bot } = first;
  let blocks: readonly Block[] | undefined;
  let links: readonly Link[] | undefined;
  let grouped: readonly BlockGroup[] | undefined;
  return {
    diagram,
    nodes,
    // Lazy: these take time in a large diagram, and few rules on the whole diagram need them.
    get blocks() {
      blocks ??= nodes.filter(isBlock);
      return blocks;
    },
    get groups() {
      grouped ??= groupsOf(nodes, kinds);
      return grouped;
    },
    get links() {
      links ??= connections.filter(isLink);
      return links;
    },
    connections,
    findNode: (key) => nodesByKey.get(key),
    formulas,
    slot,
    bot,
  };
}

function change(edited: Edited, changed: ChangedEntries): ConcernedEntries | undefined {
  const { nodes, connections, nodesByKey, connectionsByKey } = edited;
  if (precedes(changed.nodes, nodesByKey) || precedes(changed.connections, connectionsByKey)) return undefined;

  const mostSteps = 4 * (nodes.length + connections.length);
  edited.steps = 0;
  const someNodes = new Set<NodeEntry>();
  const someConnections = new Set<ConnectionEntry>();
  let isGraphChanged = changed.connections.length > 0;
  for (const key of changed.connections) {
    const before = connectionsByKey.get(key)?.source;
    if (before !== undefined) someNodes.add(before);
    const entry = changeConnection(edited, key);
    if (edited.steps > mostSteps) return undefined;
    if (entry === undefined) continue;
    someConnections.add(entry);
    if (entry.source !== undefined) someNodes.add(entry.source);
  }
  for (const key of changed.nodes) {
    const before = nodesByKey.get(key);
    const kindBefore = before?.kind;
    const ranOn = before !== undefined && runsOn(before);
    const entry = changeNode(edited, key);
    if (edited.steps > mostSteps) return undefined;
    if (entry === undefined) continue;
    someNodes.add(entry);
    isGraphChanged ||= kindBefore !== entry.kind || entry.kind?.jumps === true;
    isGraphChanged ||= ranOn !== runsOn(entry) || mayOpenOutputs(entry);
    for (const link of edited.naming.get(key) ?? []) {
      someConnections.add(link);
      if (link.source !== undefined) someNodes.add(link.source);
    }
  }
  if (nodes.length > nodesByKey.size) removeOthers(nodes, nodesByKey);
  if (connections.length > connectionsByKey.size) removeOthers(connections, connectionsByKey);
  for (const { leaving } of someNodes) {
    for (let link = leaving; link !== undefined; link = link.nextLeaving) someConnections.add(link);
  }
  return { nodes: someNodes, connections: someConnections, isGraphChanged };
}

function changeNode(edited: Edited, key: string): NodeEntry | undefined {
  const { first, kinds, nodes, nodesByKey, referring } = edited;
  const value = memberOf(first.diagram.nodes, key);
  let entry = nodesByKey.get(key);
  if (entry === undefined) {
    if (value === undefined) return undefined;
    entry = new WritableNode(key, nodes.length);
    nodes.push(entry);
    nodesByKey.set(key, entry);
  } else if (value === undefined) nodesByKey.delete(key);
  readNode(entry, value, { add: (template) => kinds.find(template) });
  if (mayRefer(entry)) referring.add(entry);
  else referring.delete(entry);
  entry.readable = undefined;
  entry.derivedOutputs = undefined;
  entry.fieldsSet = undefined;
  for (const link of edited.naming.get(key) ?? []) {
    connect(edited, link);
    edited.steps += 1;
  }
  return entry;
}

function changeConnection(edited: Edited, key: string): ConnectionEntry | undefined {
  const { first, connections, connectionsByKey, naming } = edited;
  const value = memberOf(first.diagram.connections, key);
  let entry = connectionsByKey.get(key);
  if (entry !== undefined) {
    edited.steps += disconnect(entry);
    removeNaming(naming, entry);
  }
  if (value === undefined) {
    if (entry === undefined) return undefined;
    connectionsByKey.delete(key);
    entry.connection = undefined;
    return entry;
  }
  if (entry === undefined) {
    entry = new WritableConnection(key, connections.length);
    connections.push(entry);
    connectionsByKey.set(key, entry);
  }
  readConnection(entry, value, noNodes);
  addNaming(naming, entry);
  connect(edited, entry);
  return entry;
}

/** Finds the ends of a connection, and inserts it into the outgoing connections of its source. */
function connect(edited: Edited, entry: WritableConnection): void {
  const { connection } = entry;
  if (connection === undefined) return;
  entry.target = edited.nodesByKey.get(connection.targetPath);
  const source = edited.nodesByKey.get(connection.sourcePath);
  if (source === entry.source) return;
  edited.steps += disconnect(entry);
  entry.source = source;
  if (isLink(entry)) edited.steps += insertLeaving(entry);
}

function precedes(keys: readonly string[], known: ReadonlyMap<string, unknown>): boolean {
  return keys.some((key) => arrayIndex.test(key) && !known.has(key));
}

const noNodes: ReadonlyMap<string, NodeEntry> = new Map();

/** Objects list such keys first, in ascending order. */
const arrayIndex = /^(?:0|[1-9]\d{0,9})$/;

function memberOf(map: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Removes unknown entries, and renumbers the others. */
function removeOthers<T extends { readonly key: string; position: number }>(
  entries: T[],
  known: ReadonlyMap<string, T>,
): void {
  let count = 0;
  for (const entry of entries) {
    if (known.get(entry.key) !== entry) continue;
    entry.position = count;
    entries[count] = entry;
    count += 1;
  }
  entries.length = count;
}

/** Whether an edit of its params can leave an output of the block without a connection, where a call returns. */
function mayOpenOutputs(entry: NodeEntry): boolean {
  return runsOn(entry) && entry.kind?.onlyShape?.outputs === undefined;
}

function mayRefer({ kind }: NodeEntry): boolean {
  return kind?.definition.references !== undefined || kind?.definition.entry === true;
}

function groupsOf(nodes: readonly NodeEntry[], kinds: BlockKinds): readonly BlockGroup[] {
  const groups = createGroups(kinds);
  for (const entry of nodes) if (isBlock(entry)) groups.add(entry.node.template, entry);
  return groups.list();
}

function inOrder<T extends { readonly position: number }>(entries: ReadonlySet<T>): T[] {
  return [...entries].sort((a, b) => a.position - b.position);
}

function addNaming(naming: Map<string, Set<WritableConnection>>, entry: WritableConnection): void {
  for (const end of endsOf(entry)) addToSet(naming, end, entry);
}

function removeNaming(naming: Map<string, Set<WritableConnection>>, entry: WritableConnection): void {
  for (const end of endsOf(entry)) {
    const known = naming.get(end);
    known?.delete(entry);
    if (known?.size === 0) naming.delete(end);
  }
}

function endsOf({ connection }: ConnectionEntry): readonly string[] {
  return connection === undefined ? [] : [connection.sourcePath, connection.targetPath];
}

/** Removes a connection from the outgoing connections of its source. @returns The number of visited connections. */
function disconnect(entry: WritableConnection): number {
  const { source } = entry;
  entry.source = undefined;
  if (source === undefined) return 0;
  let steps = 0;
  let before: Link | undefined;
  for (let link = source.leaving; link !== undefined && link !== entry; link = link.nextLeaving) {
    before = link;
    steps += 1;
  }
  if (before === undefined) source.leaving = entry.nextLeaving;
  else before.nextLeaving = entry.nextLeaving;
  if (source.lastLeaving === entry) source.lastLeaving = before;
  entry.nextLeaving = undefined;
  return steps;
}

/**
 * Inserts a connection into the outgoing connections of its source, in diagram order. @returns The number of visited
 * connections.
 */
function insertLeaving(entry: Link): number {
  const { source } = entry;
  if (source === undefined) return 0;
  if (source.lastLeaving === undefined || source.lastLeaving.position < entry.position) {
    appendLeaving(entry);
    return 0;
  }
  let steps = 0;
  let before: Link | undefined;
  for (let link = source.leaving; link !== undefined && link.position < entry.position; link = link.nextLeaving) {
    before = link;
    steps += 1;
  }
  entry.nextLeaving = before === undefined ? source.leaving : before.nextLeaving;
  if (before === undefined) source.leaving = entry;
  else before.nextLeaving = entry;
  return steps;
}

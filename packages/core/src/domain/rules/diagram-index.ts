import { greetingSlotOf } from '../channel/channel-family.ts';
import type { Diagram, DiagramConnection, DiagramNode } from '../diagram/diagram.ts';
import { isDiagramConnection } from '../diagram/is-diagram-connection.ts';
import { isNode } from '../diagram/is-node.ts';
import type { JsonValue } from '../json/json-value.ts';
import { type BlockKind, createBlockKinds, type Shape } from './block-kind.ts';
import type { CheckContext } from './check-context.ts';

/** One entry of `nodes`, found by its key. */
export interface NodeEntry {
  readonly key: string;
  /** Counted from 0, in diagram order. */
  readonly position: number;
  readonly value: JsonValue;
  /** `undefined` when the entry is malformed. */
  readonly node: DiagramNode | undefined;
  /** `undefined` when the catalog does not cover the template. */
  readonly kind: BlockKind | undefined;
  /** `undefined` also when the params pick no variant of the kind. */
  readonly shape: Shape | undefined;
  /** The first connection in diagram order that leaves here; the others follow by `nextLeaving`. */
  leaving: ConnectionEntry | undefined;
  lastLeaving: ConnectionEntry | undefined;
}

export interface Block extends NodeEntry {
  readonly node: DiagramNode;
}

/** One entry of `connections`, with the entries that its ends name. */
export interface ConnectionEntry {
  readonly key: string;
  readonly value: JsonValue;
  /** `undefined` when the entry is malformed. */
  readonly connection: DiagramConnection | undefined;
  readonly source: NodeEntry | undefined;
  readonly target: NodeEntry | undefined;
  nextLeaving: ConnectionEntry | undefined;
}

export interface Link extends ConnectionEntry {
  readonly connection: DiagramConnection;
}

/** A diagram made ready for questions: each entry looked at once, each end resolved once. */
export interface DiagramIndex {
  /** All entries, malformed ones too, in diagram order. */
  readonly nodes: readonly NodeEntry[];
  readonly connections: readonly ConnectionEntry[];
  readonly findNode: (key: string) => NodeEntry | undefined;
  /** The id of the greeting slot. */
  readonly slot: string;
}

export const isBlock = (entry: NodeEntry): entry is Block => entry.node !== undefined;
export const isLink = (entry: ConnectionEntry): entry is Link => entry.connection !== undefined;

export function indexDiagram(
  diagram: Diagram,
  context: Pick<CheckContext, 'catalog' | 'channelFamily' | 'greetingSlots'>,
): DiagramIndex {
  const kinds = createBlockKinds(context.catalog);
  const nodes: NodeEntry[] = [];
  const byKey = new Map<string, NodeEntry>();
  for (const key of Object.keys(diagram.nodes)) {
    const value = diagram.nodes[key] as JsonValue;
    const node = isNode(value) ? value : undefined;
    const kind = node && kinds.find(node.template);
    const shape = node && kind?.shapeOf(node.params);
    const entry: NodeEntry = {
      key,
      position: nodes.length,
      value,
      node,
      kind,
      shape,
      leaving: undefined,
      lastLeaving: undefined,
    };
    nodes.push(entry);
    byKey.set(key, entry);
  }

  const connections: ConnectionEntry[] = [];
  for (const key of Object.keys(diagram.connections)) {
    const value = diagram.connections[key] as JsonValue;
    const connection = isDiagramConnection(value) ? value : undefined;
    const source = connection && byKey.get(connection.sourcePath);
    const target = connection && byKey.get(connection.targetPath);
    const entry: ConnectionEntry = { key, value, connection, source, target, nextLeaving: undefined };
    connections.push(entry);
    if (source !== undefined) leave(source, entry);
  }

  return {
    nodes,
    connections,
    findNode: (key) => byKey.get(key),
    slot: context.greetingSlots?.get(context.channelFamily) ?? greetingSlotOf(context.channelFamily),
  };
}

function leave(source: NodeEntry, entry: ConnectionEntry): void {
  if (source.lastLeaving === undefined) source.leaving = entry;
  else source.lastLeaving.nextLeaving = entry;
  source.lastLeaving = entry;
}

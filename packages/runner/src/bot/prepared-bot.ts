import {
  type Diagram,
  type DiagramNode,
  greetingSlotOf,
  isDiagramConnection,
  isNode,
  ownMember,
  startPointId,
} from '@botwright/core/diagram';

/** What a conversation needs to know of a bot. */
export interface BotSource {
  readonly number: number;
  readonly channelFamily: string;
  readonly diagram: Diagram;
  /** Greeting slot, when the host's family has one of its own. */
  readonly greetingSlot?: string;
}

/** A bot made ready for steps. Keep it as long as the diagram stays: making it is the only walk through a diagram. */
export interface PreparedBot {
  readonly number: number;
  readonly channelFamily: string;
  /** Block that a conversation begins at; `undefined` when the diagram has none. */
  readonly greeting: string | undefined;
  /** `'malformed'`: something is there, but no block. */
  findNode(id: string): DiagramNode | 'malformed' | undefined;
  /** Where the connection leads that leaves a block by an output. */
  follow(node: string, output: string): string | undefined;
}

/**
 * Indexes the connections of a diagram.
 *
 * @spec RN6, RN8, RN9, RN14
 */
export function prepareBot(source: BotSource): PreparedBot {
  const { nodes, connections } = source.diagram;
  const exits = new Map<string, Map<string, string>>();
  for (const connection of Object.values(connections)) {
    if (!isDiagramConnection(connection)) continue;
    const ofNode = exits.get(connection.sourcePath) ?? new Map<string, string>();
    exits.set(connection.sourcePath, ofNode);
    if (!ofNode.has(connection.type)) ofNode.set(connection.type, connection.targetPath);
  }

  const slot = source.greetingSlot ?? greetingSlotOf(source.channelFamily);
  const [fromStart] = exits.get(startPointId)?.values() ?? [];
  return {
    number: source.number,
    channelFamily: source.channelFamily,
    greeting: Object.hasOwn(nodes, slot) ? slot : fromStart,
    findNode: (id) => {
      const node = ownMember(nodes, id);
      if (node === undefined) return undefined;
      return isNode(node) ? node : 'malformed';
    },
    follow: (node, output) => exits.get(node)?.get(output),
  };
}

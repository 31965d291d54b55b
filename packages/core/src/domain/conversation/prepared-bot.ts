import { type ChannelCapabilities, capabilitiesOf, greetingSlotOf } from '../channel.ts';
import { type Diagram, type DiagramNode, isDiagramConnection, isNode, startPointId } from '../diagram/diagram.ts';
import { ownMember } from '../json/json-value.ts';

/** The part of a bot for conversations. */
export interface RunnableBot {
  /** By which `bot_link` blocks and states of conversations name the bot. */
  readonly number: number;
  /** Decides the greeting block, and the features by default. */
  readonly channelFamily: string;
  /** Must not change afterwards. */
  readonly diagram: Diagram;
  /** Key of the greeting block; needed for a channel family of the host. */
  readonly greetingSlot?: string;
  /** The features of the channel family. Default: `capabilitiesOf`. */
  readonly can?: ChannelCapabilities;
}

/** A bot with its connections indexed. Reuse it as long as the diagram stays the same. */
export interface PreparedBot extends Pick<RunnableBot, 'number' | 'channelFamily'> {
  /** The features of the channel family; blocks replace contents that it lacks. */
  readonly can: ChannelCapabilities;
  /** The first block of a conversation; `undefined` for a diagram without one. */
  readonly greeting: string | undefined;
  /** Ids of all blocks, in diagram order. */
  readonly nodeIds: readonly string[];
  /** `'malformed'`: the entry with this key is not a well-formed block. */
  findNode(id: string): DiagramNode | 'malformed' | undefined;
  /** Returns the target of the connection from this output. */
  follow(node: string, output: string): string | undefined;
}

/**
 * Indexes the connections of a diagram.
 *
 * @spec RN6, RN8, RN9, RN14
 */
export function prepareBot({ number, channelFamily, diagram, greetingSlot, can }: RunnableBot): PreparedBot {
  const exits = new Map<string, Map<string, string>>();
  for (const connection of Object.values(diagram.connections)) {
    if (!isDiagramConnection(connection)) continue;
    const ofNode = exits.get(connection.sourcePath) ?? new Map<string, string>();
    exits.set(connection.sourcePath, ofNode);
    if (!ofNode.has(connection.type)) ofNode.set(connection.type, connection.targetPath);
  }

  const slot = greetingSlot ?? greetingSlotOf(channelFamily);
  const [fromStart] = exits.get(startPointId)?.values() ?? [];
  return {
    number,
    channelFamily,
    can: can ?? capabilitiesOf(channelFamily),
    greeting: Object.hasOwn(diagram.nodes, slot) ? slot : fromStart,
    nodeIds: Object.keys(diagram.nodes),
    findNode: (id) => {
      const node = ownMember(diagram.nodes, id);
      if (node === undefined) return undefined;
      return isNode(node) ? node : 'malformed';
    },
    follow: (node, output) => exits.get(node)?.get(output),
  };
}

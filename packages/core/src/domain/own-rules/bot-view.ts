import type { Diagram, DiagramConnection } from '../diagram/diagram.ts';
import type { JsonObject } from '../json/json-value.ts';
import { remembered } from '../remembered.ts';
import { outputsOf, readableParams } from '../rules/block-facts.ts';
import type { Block, DiagramIndex } from '../rules/diagram-index.ts';
import { jumpTargetsOf } from '../rules/jumps.ts';

/** A well-formed block of a bot, for rules of a host. */
export interface BlockView {
  /** Its key in the diagram. */
  readonly id: string;
  /** Storage name, such as `var_text`. */
  readonly template: string;
  /** Semantic name, such as `ask_question`; `undefined` for a block outside the catalog. */
  readonly name: string | undefined;
  /** The given params; for a block of the catalog without params of a wrong type, which break another rule. */
  readonly params: JsonObject;
  /** `undefined` if unknown. */
  readonly outputs: ReadonlySet<string> | undefined;
  /** Names of the Fields that it may write, by the catalog. */
  readonly setsFields: readonly string[];
  /** The connections from it, in diagram order. */
  readonly leaving: readonly ConnectionView[];
  /** The connections to it. */
  readonly arriving: readonly ConnectionView[];
  /** Its targets of jumps within the bot, if the number of the bot is known. */
  readonly jumpsTo: readonly BlockView[];
}

/** A well-formed connection. */
export interface ConnectionView extends Pick<DiagramConnection, 'sourcePath' | 'type' | 'targetPath'> {
  /** Its key in the diagram. */
  readonly id: string;
  /** `undefined` if the end is not a well-formed block. */
  readonly source: BlockView | undefined;
  /** `undefined` if the end is not a well-formed block. */
  readonly target: BlockView | undefined;
}

/** A diagram, prepared for rules of a host. Only `diagram` contains malformed entries. */
export interface BotView {
  /** As stored, malformed entries too. */
  readonly diagram: Diagram;
  /** The family of the bot. */
  readonly channelFamily: string;
  /** In diagram order. */
  readonly blocks: readonly BlockView[];
  /** In diagram order. */
  readonly connections: readonly ConnectionView[];
  /** The well-formed block with this key; `undefined` if there is none. */
  readonly find: (id: string) => BlockView | undefined;
}

const ofIndexes = new WeakMap<DiagramIndex, BotView>();

/** Cached for all rules of one check. */
export function botViewOf(index: DiagramIndex, channelFamily: string): BotView {
  return remembered(ofIndexes, index, () => createBotView(index, channelFamily));
}

function createBotView(index: DiagramIndex, channelFamily: string): BotView {
  const byId = new Map<string, ReturnType<typeof createBlockView>>();
  for (const block of index.blocks) byId.set(block.key, createBlockView(block));
  for (const block of index.blocks) {
    for (const { key } of jumpTargetsOf(block, index)) {
      const target = byId.get(key);
      if (target !== undefined) byId.get(block.key)?.jumpsTo.push(target);
    }
  }
  const connections: ConnectionView[] = [];
  for (const { key, connection } of index.links) {
    const { sourcePath, type, targetPath } = connection;
    const [source, target] = [byId.get(sourcePath), byId.get(targetPath)];
    const view = { id: key, sourcePath, type, targetPath, source, target };
    connections.push(view);
    source?.leaving.push(view);
    target?.arriving.push(view);
  }
  return {
    diagram: index.diagram,
    channelFamily,
    blocks: [...byId.values()],
    connections,
    find: (id) => byId.get(id),
  };
}

function createBlockView(block: Block) {
  const definition = block.kind?.definition;
  const params = readableParams(block);
  return {
    id: block.key,
    template: block.node.template,
    name: definition?.name,
    params,
    outputs: outputsOf(block),
    setsFields: definition?.setsFields?.(params) ?? [],
    leaving: [] as ConnectionView[],
    arriving: [] as ConnectionView[],
    jumpsTo: [] as BlockView[],
  };
}

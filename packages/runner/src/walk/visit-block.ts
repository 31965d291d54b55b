import { type Catalog, type DiagramNode, defaultParams, type JsonObject, selectVariant } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { failWith, type Move } from '../behaviour/move.ts';
import type { RunnerLimits } from '../limits.ts';
import { cutText } from '../text/cut-text.ts';
import type { Turn } from './turn.ts';

/** What a runner is made of. */
export interface Kit {
  readonly catalog: Catalog;
  /** By name of the definition. */
  readonly behaviours: ReadonlyMap<string, BlockBehaviour>;
  readonly limits: RunnerLimits;
}

/** Which of a behaviour's three occasions this is. `undefined`: the behaviour does nothing on it. */
type Occasion = (behaviour: BlockBehaviour, visit: Visit) => Move | undefined;

const maxFaultLength = 200;

/**
 * Has a block act. Whatever is wrong with it comes out as a move that fails.
 *
 * @param id - The block's key in the diagram.
 * @spec RN2, RN16
 */
export function visitBlock(kit: Kit, turn: Turn, id: string, memory: JsonObject, occasion: Occasion): Move {
  const node = turn.bot.findNode(id);
  if (node === undefined) return failWith('node_unknown', `There is no block "${id}".`);
  if (node === 'malformed') return failWith('node_malformed', `What stands in the place of block "${id}" is no block.`);

  const definition = kit.catalog.byTemplate(node.template);
  if (definition === undefined) return failWith('template_unknown', `No block is stored as "${node.template}".`);

  const behaviour = kit.behaviours.get(definition.name);
  const missing = failWith('behaviour_missing', `Nothing says what the block "${definition.name}" does here.`);
  if (behaviour === undefined) return missing;
  try {
    const variant = selectVariant(definition, node.params);
    const params = variant === undefined ? node.params : { ...defaultParams(variant), ...node.params };
    return occasion(behaviour, openVisit(kit, turn, id, params, memory)) ?? missing;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failWith('behaviour_failed', `The block "${definition.name}" failed: ${cutText(reason, maxFaultLength)}`);
  }
}

/** @spec RN20 */
function openVisit(kit: Kit, turn: Turn, node: string, params: JsonObject, memory: JsonObject): Visit {
  const { bot, context, conversation, number } = turn;
  return {
    node,
    params,
    fields: turn.fields(),
    memory,
    conversation,
    turn: number,
    bot: bot.number,
    channelFamily: bot.channelFamily,
    now: context.now,
    limits: kit.limits,
  };
}

/** Storage name of a block, to know it again by; empty when there is none. */
export function templateOf(turn: Turn, id: string): string {
  const node: DiagramNode | 'malformed' | undefined = turn.bot.findNode(id);
  return node === undefined || node === 'malformed' ? '' : node.template;
}

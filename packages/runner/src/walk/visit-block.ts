import {
  type BlockDefinition,
  type Catalog,
  type DiagramNode,
  defaultParams,
  type JsonObject,
  outputsOf,
  selectVariant,
} from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { failWith, type Move } from '../behaviour/move.ts';
import type { Formulas } from '../formula/formulas.ts';
import type { RunnerLimits } from '../limits.ts';
import { cutText } from '../text/cut-text.ts';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';
import type { Turn } from './turn.ts';

/** What a runner is made of. */
export interface Kit {
  readonly catalog: Catalog;
  /** By name of the definition. */
  readonly behaviours: ReadonlyMap<string, BlockBehaviour>;
  readonly limits: RunnerLimits;
  readonly formulas: Formulas;
  /** Params of blocks with their defaults, as long as the diagram is there. */
  readonly params: WeakMap<DiagramNode, CompleteParams>;
}

export interface CompleteParams {
  /** Of those that the author wrote. */
  readonly count: number;
  /** Absent until a step could pay for them. */
  readonly params?: JsonObject;
}

/** Which of a behaviour's three occasions this is. `undefined`: the behaviour does nothing on it. */
type Occasion = (behaviour: BlockBehaviour, visit: Visit) => Move | undefined;

const maxFaultLength = 200;

/**
 * Has a block act. Whatever is wrong with it comes out as a move that fails.
 *
 * @param id - The block's key in the diagram.
 * @throws {RangeError} when the budget of the step is spent, also where the block goes on all the same.
 * @spec RN2, RN16, RN120
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
  const move = act(definition.name, () => {
    const params = completeParams(kit, definition, node, turn.work);
    return occasion(behaviour, openVisit(kit, turn, id, params, memory)) ?? missing;
  });
  // Asks for nothing, and throws when something before asked for too much.
  turn.work.charge(0);
  return move;
}

function act(block: string, occasion: () => Move): Move {
  try {
    return occasion();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failWith('behaviour_failed', `The block "${block}" failed: ${cutText(reason, maxFaultLength)}`);
  }
}

/** @spec RN20 */
function completeParams(kit: Kit, definition: BlockDefinition, node: DiagramNode, work: Work): JsonObject {
  const known = kit.params.get(node) ?? { count: Object.keys(node.params).length };
  // Kept before anything is charged: to count a great many takes long by itself.
  kit.params.set(node, known);
  work.charge(known.count * costs.param);
  if (known.params !== undefined) return known.params;
  const variant = selectVariant(definition, node.params);
  const params = variant === undefined ? node.params : { ...defaultParams(variant), ...node.params };
  kit.params.set(node, { ...known, params });
  return params;
}

function openVisit(kit: Kit, turn: Turn, node: string, params: JsonObject, memory: JsonObject): Visit {
  const { bot, context, conversation, number, work, formula } = turn;
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
    work,
    formula,
  };
}

/** Storage name of a block, to know it again by; empty when there is none. */
export function templateOf(turn: Turn, id: string): string {
  const node: DiagramNode | 'malformed' | undefined = turn.bot.findNode(id);
  return node === undefined || node === 'malformed' ? '' : node.template;
}

/** Whether the block that is there has an output `$failed`. */
export function canFail(kit: Kit, turn: Turn, id: string): boolean {
  const node = turn.bot.findNode(id);
  if (node === undefined || node === 'malformed') return false;
  const definition = kit.catalog.byTemplate(node.template);
  const variant = definition && selectVariant(definition, node.params);
  return variant !== undefined && outputsOf(variant, node.params).includes('$failed');
}

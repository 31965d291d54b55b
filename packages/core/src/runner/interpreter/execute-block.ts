import type { BlockDefinition } from '../../domain/blocks/block-definition.ts';
import { defaultParams, outputsOf, selectVariant } from '../../domain/blocks/variant.ts';
import type { DiagramNode } from '../../domain/diagram/diagram.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { failWith, type Transition } from '../behaviour/transition.ts';
import { costs } from '../budget/costs.ts';
import { cutText } from '../text/fill-text.ts';
import type { StepRun } from './step-run.ts';

/** Which function of a behaviour to call. `undefined`: the behaviour does not have it. */
export type CallBehaviour = (behaviour: BlockBehaviour, context: ExecutionContext) => Transition | undefined;

/** UTF-16 units of the message of an error in an error event. */
const maxReasonLength = 200;

/**
 * Executes a block. Any fault of the block becomes a transition that fails.
 *
 * @param id - The block's key in the diagram.
 * @throws {RangeError} when the budget of the step is exceeded, also when the behaviour caught that error.
 * @spec RN2, RN16, RN20, RN120
 */
export function executeBlock(run: StepRun, id: string, memory: JsonObject, call: CallBehaviour): Transition {
  const { catalog, behaviours } = run.machine;
  const node = run.bot.findNode(id);
  if (node === undefined) return failWith('node_unknown', `There is no block "${id}".`);
  if (node === 'malformed') return failWith('node_malformed', `The entry "${id}" of nodes is not a block.`);

  const definition = catalog.byTemplate(node.template);
  if (definition === undefined) return failWith('template_unknown', `No block is stored as "${node.template}".`);

  const behaviour = behaviours.get(definition.name);
  const missing = failWith('behaviour_missing', `The block "${definition.name}" has no behaviour here.`);
  if (behaviour === undefined) return missing;
  const transition = transitionOf(definition.name, () => {
    const params = completeParams(run, definition, node);
    return call(behaviour, contextOf(run, id, params, memory)) ?? missing;
  });
  // Charges nothing, and throws when the budget was exceeded before.
  run.budget.charge(0);
  return transition;
}

function completeParams({ machine, budget }: StepRun, definition: BlockDefinition, node: DiagramNode): JsonObject {
  const known = machine.completeParams;
  const complete = known.get(node) ?? { count: Object.keys(node.params).length };
  // Cached before the charge, as counting very many params takes long.
  known.set(node, complete);
  budget.charge(complete.count * costs.param);
  if (complete.params !== undefined) return complete.params;
  const variant = selectVariant(definition, node.params);
  const params = variant === undefined ? node.params : { ...defaultParams(variant), ...node.params };
  known.set(node, { ...complete, params });
  return params;
}

/** @spec CX4 */
function contextOf(run: StepRun, node: string, params: JsonObject, memory: JsonObject): ExecutionContext {
  const { machine, bot, context, conversation, number, budget, formula, matches } = run;
  return {
    node,
    params,
    fields: run.fields(),
    memory,
    remembered: run.remembered(),
    conversation,
    step: number,
    bot: bot.number,
    channelFamily: bot.channelFamily,
    can: bot.can,
    now: context.now,
    limits: machine.limits,
    budget,
    formula,
    vary: (count) => run.vary(node, count),
    matches,
    ...(run.trace && {
      explain: (check) => run.trace?.({ kind: 'compared', bot: bot.number, node, ...check }),
    }),
  };
}

/** Whether the block has an output `$failed`. */
export function canFail({ machine, bot }: StepRun, id: string): boolean {
  const node = bot.findNode(id);
  if (node === undefined || node === 'malformed') return false;
  const definition = machine.catalog.byTemplate(node.template);
  const variant = definition && selectVariant(definition, node.params);
  return variant !== undefined && outputsOf(variant, node.params).includes('$failed');
}

function transitionOf(block: string, call: () => Transition): Transition {
  try {
    return call();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failWith('behaviour_failed', `The block "${block}" failed: ${cutText(reason, maxReasonLength)}`);
  }
}

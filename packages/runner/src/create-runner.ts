import { type Catalog, createCatalog, type DiagramNode } from '@botwright/core/diagram';
import type { BlockBehaviour } from './behaviour/block-behaviour.ts';
import { shippedBehaviours } from './blocks/shipped-behaviours.ts';
import { type BotSource, type PreparedBot, prepareBot } from './bot/prepared-bot.ts';
import type { ConversationInput } from './conversation/conversation-input.ts';
import type { ConversationState } from './conversation/conversation-state.ts';
import { createFormulas } from './formula/formulas.ts';
import { defaultLimits, type RunnerLimits } from './limits.ts';
import type { Step, StepContext } from './walk/step.ts';
import { takeInput } from './walk/take-input.ts';
import type { CompleteParams } from './walk/visit-block.ts';

export interface RunnerOptions {
  /** The kinds of block there are; the shipped ones when left out. */
  readonly catalog?: Catalog;
  /** What the host's own blocks do. The shipped ones bring theirs. */
  readonly behaviours?: readonly BlockBehaviour[];
  readonly limits?: Partial<RunnerLimits>;
}

/** Runs conversations. Keeps nothing of them between two calls: one runner serves any number of them. */
export interface Runner {
  /** Makes a bot ready for steps. */
  prepare(source: BotSource): PreparedBot;
  /**
   * Works one input: what comes of it is all in the answer. Never throws, and changes nothing that it is given.
   *
   * @param bot - The bot that the conversation is in, by the number in its state. Another one begins there anew,
   *   but for the outcome of a jump, which comes with the bot that was jumped to.
   */
  step(bot: PreparedBot, state: ConversationState, input: ConversationInput, context: StepContext): Step;
}

/**
 * Makes a runner.
 *
 * @throws {TypeError} When a behaviour is of no block of the catalog, or of one that has a behaviour already.
 * @spec RN115, RN116
 */
export function createRunner(options: RunnerOptions = {}): Runner {
  const catalog = options.catalog ?? createCatalog();
  const behaviours = new Map<string, BlockBehaviour>();
  for (const behaviour of [...shippedBehaviours, ...(options.behaviours ?? [])]) {
    const { block } = behaviour;
    if (catalog.byName(block) === undefined) throw new TypeError(`The catalog has no block named "${block}".`);
    if (behaviours.has(block)) throw new TypeError(`The block "${block}" has a behaviour already.`);
    behaviours.set(block, behaviour);
  }
  const limits = { ...defaultLimits, ...options.limits };
  const formulas = createFormulas(limits.formula);
  const kit = { catalog, behaviours, limits, formulas, params: new WeakMap<DiagramNode, CompleteParams>() };
  return {
    prepare: prepareBot,
    step: (bot, state, input, context) => takeInput(kit, bot, state, input, context),
  };
}

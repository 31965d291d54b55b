import { shippedBehaviours } from '../blocks/behaviours.ts';
import { type Catalog, createCatalog } from '../domain/blocks/catalog.ts';
import type { ConversationState } from '../domain/conversation/conversation-state.ts';
import type { PreparedBot } from '../domain/conversation/prepared-bot.ts';
import type { ConversationRunner, Step, StepContext } from '../domain/conversation/step.ts';
import type { TraceEvent } from '../domain/conversation/trace.ts';
import type { BlockBehaviour } from './behaviour/block-behaviour.ts';
import { createStepBudget } from './budget/step-budget.ts';
import type { DefinedBlock } from './define-block.ts';
import { openFields } from './field/step-fields.ts';
import { createFormulas } from './formula/formulas.ts';
import { createMatcher, createPatterns } from './formula/pattern.ts';
import { expectedInput } from './interpreter/expected-input.ts';
import { quickWords } from './interpreter/heard-words.ts';
import { workInput } from './interpreter/inputs.ts';
import { type Machine, tooLargeStep } from './interpreter/step-run.ts';
import { defaultLimits, type RunnerLimits } from './limits.ts';

/** Additions to the shipped blocks, and the limits of one step; by default no additions, and `defaultLimits`. */
export interface RunnerOptions {
  /** The host's own blocks, made with `defineBlock`. */
  readonly blocks?: readonly DefinedBlock[];
  /** The available kinds of block. Default: the shipped ones, and the kinds of `blocks`. */
  readonly catalog?: Catalog;
  /**
   * The behaviours of own blocks whose definitions are in `catalog`. The shipped blocks have their behaviours already.
   */
  readonly behaviours?: readonly BlockBehaviour[];
  /** Absent members have the values of `defaultLimits`. */
  readonly limits?: Partial<RunnerLimits>;
}

/**
 * Makes a runner of conversations.
 *
 * @throws {TypeError} When a behaviour is of no block of the catalog, or of one that has a behaviour already.
 * @spec RN1, RN2, RN115, RN116, RN120, RN129
 * @example
 * const engine = createEngine({ storage, runner: conversationRunner() });
 */
export function conversationRunner(options: RunnerOptions = {}): ConversationRunner {
  const { blocks = [] } = options;
  const catalog = options.catalog ?? createCatalog(blocks);
  const behaviours = new Map<string, BlockBehaviour>();
  const ofHost = [...blocks.map(({ behaviour }) => behaviour), ...(options.behaviours ?? [])];
  for (const behaviour of [...shippedBehaviours, ...ofHost]) {
    const { block } = behaviour;
    if (catalog.byName(block) === undefined) throw new TypeError(`The catalog has no block named "${block}".`);
    if (behaviours.has(block)) throw new TypeError(`The block "${block}" has a behaviour already.`);
    behaviours.set(block, behaviour);
  }
  const limits = { ...defaultLimits, ...options.limits };
  const patterns = createPatterns();
  const formulas = createFormulas(limits.formula, patterns);
  const machine: Machine = { catalog, behaviours, limits, completeParams: new WeakMap(), entries: new WeakMap() };

  const open = (bot: PreparedBot, state: ConversationState, context: StepContext) => {
    const budget = createStepBudget(context.bounds?.work ?? limits.work);
    const fields = openFields(context.fields, context.bounds?.fields ?? limits.fields, budget);
    const { conversation, turn } = state;
    const formula = formulas(context.now, budget, () => `${conversation}/${turn + 1}/${budget.block() ?? ''}`);
    const matches = createMatcher(patterns(budget), budget);
    return { machine, bot, state, context, budget, fields, formula, matches };
  };

  return {
    blocks: catalog.definitions.filter(({ name }) => behaviours.has(name)),

    expects: (bot, state, context) => expectedInput({ ...open(bot, state, context), trace: undefined }),

    quickWords: (bot, state) => quickWords({ machine, bot, state }),

    step(bot, state, input, context) {
      const opened = open(bot, state, context);
      const { budget } = opened;
      const events: TraceEvent[] | undefined = context.trace && [];
      const trace = events && ((event: TraceEvent) => void events.push(event));
      let step: Step;
      try {
        step = workInput({ ...opened, trace }, input);
      } catch (error) {
        if (!budget.isExceeded()) throw error;
        step = tooLargeStep({ bot, state, budget });
      }
      // Called at the end, so that nothing that the listener does can change the step.
      for (const event of events ?? []) context.trace?.(event);
      return step;
    },
  };
}

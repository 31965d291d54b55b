import type { ConversationState } from '../domain/conversation/conversation-state.ts';
import {
  type AwaitedEffect,
  awaitedEffectOf,
  type EffectOutcome,
  outcomeWithoutHost,
} from '../domain/conversation/effects.ts';
import type { PreparedBot } from '../domain/conversation/prepared-bot.ts';
import type { ConversationInput, ConversationRunner, Step, StepContext } from '../domain/conversation/step.ts';
import { applyFieldWrites } from '../domain/field/field.ts';

export interface RestOptions {
  /** The bot in which the conversation is. */
  readonly bot: PreparedBot;
  /** Finds the bot of a jump. Without it, and when it finds none, the outcome of a jump is found like any other. */
  findBot?(number: number): PreparedBot | undefined;
  /** Carries out an effect immediately. `undefined` leaves the conversation waiting. Default: `outcomeWithoutHost`. */
  resolve?(effect: AwaitedEffect): EffectOutcome | undefined;
}

/**
 * Steps until the conversation waits for the visitor, or for an effect that has no outcome yet. For terminals, tests,
 * and hosts that carry out nothing.
 *
 * @returns The steps as one. An awaited effect is among its effects only when the conversation waits for it.
 * @spec RN118, RN119
 */
export function stepToRest(
  runner: ConversationRunner,
  state: ConversationState,
  input: ConversationInput,
  context: StepContext,
  options: RestOptions,
): Step {
  let whole = runner.step(options.bot, state, input, context);
  let { bot } = options;
  for (let effect = awaitedEffectOf(whole.effects); effect !== undefined; effect = awaitedEffectOf(whole.effects)) {
    const target = effect.kind === 'jump' ? options.findBot?.(effect.bot) : undefined;
    const outcome = target === undefined ? (options.resolve ?? outcomeWithoutHost)(effect) : { ok: true as const };
    if (outcome === undefined) break;
    bot = target ?? bot;
    const next: StepContext = { ...context, fields: applyFieldWrites(context.fields, whole.writes) };
    whole = join(whole, runner.step(bot, whole.state, { kind: 'result', effect: effect.id, outcome }, next));
  }
  return whole;
}

/** Joins two steps, the second of which began with the outcome of the first one's last effect. */
function join(first: Step, second: Step): Step {
  return {
    state: second.state,
    messages: [...first.messages, ...second.messages],
    writes: [...first.writes, ...second.writes],
    effects: [...first.effects.slice(0, -1), ...second.effects],
  };
}

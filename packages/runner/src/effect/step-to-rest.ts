import type { PreparedBot } from '../bot/prepared-bot.ts';
import type { ConversationInput } from '../conversation/conversation-input.ts';
import type { ConversationState } from '../conversation/conversation-state.ts';
import type { Runner } from '../create-runner.ts';
import { applyFieldWrites } from '../field/apply-field-writes.ts';
import type { Step, StepContext } from '../walk/step.ts';
import type { AwaitedEffect, EffectOutcome } from './effect.ts';
import { resolveWithoutHost } from './resolve-without-host.ts';

export interface RestOptions {
  readonly bot: PreparedBot;
  /** Finds the bot that a jump goes to. Without it, and when it finds none, a jump is resolved like other effects. */
  findBot?(number: number): PreparedBot | undefined;
  /** Carries out an effect at once. `undefined` leaves the conversation waiting. Default: `resolveWithoutHost`. */
  resolve?(effect: AwaitedEffect): EffectOutcome | undefined;
}

/**
 * Steps until the conversation waits for the visitor, or for something that cannot be had at once: for terminals,
 * tests, and hosts that carry out nothing.
 *
 * @returns The steps as one. An awaited effect is among its effects only when the conversation waits for it.
 * @spec RN118, RN119
 */
export function stepToRest(
  runner: Runner,
  state: ConversationState,
  input: ConversationInput,
  context: StepContext,
  options: RestOptions,
): Step {
  let whole = runner.step(options.bot, state, input, context);
  let { bot } = options;
  for (let effect = awaitedOf(whole); effect !== undefined; effect = awaitedOf(whole)) {
    const target = effect.kind === 'jump' ? options.findBot?.(effect.bot) : undefined;
    const outcome = target === undefined ? (options.resolve ?? resolveWithoutHost)(effect) : { ok: true as const };
    if (outcome === undefined) break;
    bot = target ?? bot;
    const next: StepContext = { ...context, fields: applyFieldWrites(context.fields, whole.writes) };
    whole = join(whole, runner.step(bot, whole.state, { kind: 'result', effect: effect.id, outcome }, next));
  }
  return whole;
}

function awaitedOf(step: Step): AwaitedEffect | undefined {
  const last = step.effects.at(-1);
  return last?.awaited === true ? (last as AwaitedEffect) : undefined;
}

/** One step out of two, of which the second began with the outcome of the first one's last effect. */
function join(first: Step, second: Step): Step {
  return {
    state: second.state,
    messages: [...first.messages, ...second.messages],
    writes: [...first.writes, ...second.writes],
    effects: [...first.effects.slice(0, -1), ...second.effects],
  };
}

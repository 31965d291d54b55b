import { type CallFrame, mostCalls, type Position } from '../../domain/conversation/conversation-state.ts';
import type { Step } from '../../domain/conversation/step.ts';
import { templateOf } from '../../domain/conversation/waiting-place.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { NextPosition, Transition } from '../behaviour/transition.ts';
import { cutText } from '../text/fill-text.ts';
import { endConversation } from './ending.ts';
import { type CallBehaviour, canFail, executeBlock } from './execute-block.ts';
import type { Heard } from './heard-words.ts';
import type { StepRun } from './step-run.ts';

/** A position at a block. */
export type WaitingAt = Extract<Position, { kind: 'answer' | 'pause' | 'result' }>;

/** The next block, or the end of the step. */
type Outcome = { readonly node: string; readonly memory?: JsonObject | undefined } | Step;

/** UTF-16 units of the name of a Field in an error event. */
const maxNameLength = 100;

/**
 * Executes one block after the other, until the conversation has to wait or has ended.
 *
 * @param node - The first block. Default: the greeting.
 * @spec RN8, RN9, RN14, RN18, RN127
 */
export function runFrom(run: StepRun, node?: string): Step {
  return goOn(run, node === undefined ? greetingOf(run) : { node });
}

/** The same after a call that returned from another bot. */
export function runAfter(run: StepRun, frame: CallFrame): Step {
  return goOn(run, returnTo(run, frame));
}

/** The same from the block that waited. */
export function resume(run: StepRun, { node, memory }: WaitingAt, call: CallBehaviour): Step {
  run.budget.enterBlock(node);
  run.trace?.({ kind: 'resumed', bot: run.bot.number, node });
  return goOn(run, apply(run, node, executeBlock(run, node, memory, call)));
}

/**
 * The same from an entry, whose words the visitor typed.
 *
 * @param back - The block that waited, if the conversation comes back to it.
 * @spec KW9, KW10
 */
export function runFromEntry(run: StepRun, { node, output }: Heard, back: CallFrame | undefined): Step {
  run.enterBlock(node);
  if (back !== undefined && !run.call(back)) return tooManyCalls(run, node);
  return goOn(run, goTo(run, node, { kind: 'leave', output }));
}

function goOn(run: StepRun, first: Outcome): Step {
  const { limits } = run.machine;
  let outcome = first;
  while ('node' in outcome) {
    const { node, memory } = outcome;
    if (run.counts().blocks >= limits.blocks) {
      const detail = `The bot went through ${limits.blocks} blocks without waiting for the visitor.`;
      return run.fail('endless_loop', detail, node);
    }
    run.enterBlock(node);
    const transition = executeBlock(run, node, memory ?? {}, (behaviour, context) =>
      memory === undefined ? behaviour.enter(context) : behaviour.comeBack?.(context),
    );
    outcome = apply(run, node, transition);
  }
  return outcome;
}

function apply(run: StepRun, node: string, transition: Transition): Outcome {
  const tooLarge = run.add(transition, node);
  return tooLarge === undefined ? goTo(run, node, transition.next) : refuse(run, node, tooLarge);
}

/** Continues after a block whose writes exceed a limit. Discards its transition. @spec RN122 */
function refuse(run: StepRun, node: string, name: string): Outcome {
  if (canFail(run, node)) return goTo(run, node, { kind: 'leave', output: '$failed' });
  const detail = `The Field "${cutText(name, maxNameLength)}" cannot be written: it is too large, or one too many.`;
  return run.fail('field_too_large', detail, node);
}

function goTo(run: StepRun, node: string, next: NextPosition): Outcome {
  switch (next.kind) {
    case 'leave': {
      const target = run.bot.follow(node, next.output);
      const to = target === undefined ? {} : { to: target };
      run.trace?.({ kind: 'left', bot: run.bot.number, node, output: next.output, ...to });
      return target === undefined ? goBack(run, node) : { node: target };
    }
    case 'wait': {
      const { memory, expects, until } = next;
      const expected = expects === undefined ? {} : { expects };
      const timed = until === undefined ? {} : { until, spent: run.counts() };
      return run.end({ kind: 'answer', node, template: templateOf(run.bot, node), memory, ...expected, ...timed });
    }
    case 'pause':
      return run.end({ ...next, node, template: templateOf(run.bot, node), memory: {}, spent: run.counts() });
    case 'await': {
      if (run.counts().effects >= run.machine.limits.effects) return tooManyEffects(run, node);
      const effect = run.awaitEffect(next.effect, node);
      const { memory } = next;
      const template = templateOf(run.bot, node);
      return run.end({ kind: 'result', node, template, memory, effect, spent: run.counts() });
    }
    case 'jump':
      return jump(run, node, next);
    case 'go_back':
      return goBack(run, node);
    case 'begin':
      return greetingOf(run);
    case 'hand_over':
      run.add({ notices: [{ kind: 'assign' }] }, node);
      return run.end({ kind: 'agent' });
    case 'close':
      return endConversation(run, 'closed');
    case 'fail':
      return run.fail(next.code, next.detail, node);
  }
}

/** @spec RN112, RN113, CG1, CG5, CG8 */
function jump(run: StepRun, node: string, to: Extract<NextPosition, { kind: 'jump' }>): Outcome {
  const frame = { bot: run.bot.number, node, template: templateOf(run.bot, node) };
  if (to.isCall === true && !run.call(frame)) return tooManyCalls(run, node);
  if (to.bot === run.bot.number) return to.node === undefined ? greetingOf(run) : { node: to.node };
  if (run.counts().effects >= run.machine.limits.effects) return tooManyEffects(run, node);
  const { bot } = to;
  const effect = run.awaitEffect({ kind: 'jump', bot, ...(to.node === undefined ? {} : { at: to.node }) }, node);
  const target = to.node === undefined ? {} : { node: to.node };
  return run.end({ kind: 'jump', bot, ...target, effect, spent: run.counts() });
}

/**
 * Returns from the last call, also to another bot. Without one the conversation has run out of blocks.
 *
 * @spec CG2, CG3, CG6, CG8
 */
function goBack(run: StepRun, from: string): Outcome {
  const frame = run.lastCall();
  if (frame === undefined) return endConversation(run, 'dead_end');
  if (frame.bot === run.bot.number) return returnTo(run, frame);
  const { bot, node } = frame;
  if (run.counts().effects >= run.machine.limits.effects) return tooManyEffects(run, from);
  const effect = run.awaitEffect({ kind: 'jump', bot, at: node }, from);
  return run.end({ kind: 'jump', bot, node, returns: frame, effect, spent: run.counts() });
}

/** Leaves the block of a call that returned, or enters the block that waited again. @spec CG3, CG6, KW10, KW21 */
function returnTo(run: StepRun, { bot, node, template, again, memory, said }: CallFrame): Outcome {
  if (bot === run.bot.number && template !== '' && templateOf(run.bot, node) === template) {
    if (said !== undefined) run.add({ messages: [said] });
    if (again) return { node, memory };
    return goTo(run, node, { kind: 'leave', output: '$success' });
  }
  return run.fail('call_lost', `The call of block "${cutText(node, maxNameLength)}" cannot return: it is not there.`);
}

/** @spec CG5 */
function tooManyCalls(run: StepRun, node: string): Step {
  return run.fail('call_too_deep', `${mostCalls} calls have not returned.`, node);
}

/** @spec RN19 */
function tooManyEffects(run: StepRun, node: string): Step {
  const detail = `The bot awaited ${run.machine.limits.effects} effects without waiting for the visitor.`;
  return run.fail('endless_loop', detail, node);
}

function greetingOf(run: StepRun): Outcome {
  const { greeting } = run.bot;
  return greeting === undefined
    ? run.fail('greeting_missing', 'The bot has no block to begin at.')
    : { node: greeting };
}

import type { ConversationState, Position, RunCounts } from '../../domain/conversation/conversation-state.ts';
import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import type { VisitorInput } from '../../domain/conversation/messages.ts';
import type { ConversationInput, Step } from '../../domain/conversation/step.ts';
import { isStillAt, waitingPlaceOf } from '../../domain/conversation/waiting-place.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { takeFeedback } from './ending.ts';
import { type Heard, hear } from './heard-words.ts';
import { resume, runAfter, runFrom, runFromEntry } from './interpreter.ts';
import { isAnsweredPress } from './offered-buttons.ts';
import { openStepRun, type StepRun, type StepRunOptions } from './step-run.ts';

const noCounts: RunCounts = { blocks: 0, effects: 0 };

/**
 * Works one input.
 *
 * @throws {RangeError} when the step takes more than its budget.
 * @spec RN5, RN8, RN10, RN13, WT4
 */
export function workInput(request: StepRunOptions, input: ConversationInput): Step {
  switch (input.kind) {
    case 'start':
      return beginAgain(openStepRun(request, noCounts), input.node);
    case 'message':
      return takeMessage(request, input);
    case 'result':
      return takeResult(request, input);
    case 'timeout':
      return takeTimeOut(request, input);
    case 'taken_over':
      return moveTo(request.state, { kind: 'agent' });
    case 'closed':
      return moveTo(request.state, { kind: 'ended', reason: 'closed' });
  }
}

/** @spec RN11, RN12, RN23, RN146, WT3, KW6 */
function takeMessage(request: StepRunOptions, { message, seq }: Extract<ConversationInput, { kind: 'message' }>): Step {
  const { state, bot, budget } = request;
  const { at } = state;
  if (at.kind === 'agent' || at.kind === 'result' || at.kind === 'jump') return ignore(state);
  const isStill = isStillAt(bot, waitingPlaceOf(state));
  if (at.kind === 'pause' && isStill && at.interruptible !== true) return ignore(state);
  if (isAnsweredPress(state.buttons, message, seq)) return ignore(state);

  const run = openStepRun(request, noCounts);
  chargeReading(message, budget);
  const heard = hear(request, message);
  if (heard !== undefined) return goToEntry(run, state, heard);
  if ((at.kind === 'answer' || at.kind === 'pause') && isStill) {
    return resume(run, at, (behaviour, context) => behaviour.answer?.(context, message));
  }
  if (at.kind === 'feedback' && state.bot === bot.number) return takeFeedback(run, at, message);
  return beginAgain(run);
}

/** Leaves the block that waits, and all calls, unless the conversation comes back. @spec KW9, KW10 */
function goToEntry(run: StepRun, state: ConversationState, heard: Heard): Step {
  const { bot, at } = state;
  if (heard.isIdle) run.forget();
  else if (!heard.comesBack) run.forgetCalls();
  const comesBack = heard.comesBack && !heard.isIdle && 'template' in at;
  if (!comesBack) return runFromEntry(run, heard, undefined);
  const { node, template } = at;
  const said = isQuietAt(run, node, template) ? state.said : undefined;
  const frame = { bot, node, template, again: true, ...(said !== undefined && { said }) } as const;
  return runFromEntry(
    run,
    heard,
    at.kind === 'answer' && comesBackTo(run, template) ? { ...frame, memory: at.memory } : frame,
  );
}

/** Whether a block goes on where it was. */
function comesBackTo({ machine: { catalog, behaviours } }: StepRun, template: string): boolean {
  const definition = catalog.byTemplate(template);
  return definition !== undefined && behaviours.get(definition.name)?.comeBack !== undefined;
}

/** Whether a block asks without words, so that the words before it are the question. */
function isQuietAt({ bot, machine }: StepRun, id: string, template: string): boolean {
  const node = bot.findNode(id);
  return typeof node === 'object' && machine.catalog.byTemplate(template)?.isQuiet?.(node.params) === true;
}

/** @spec RN12, RN24 */
function takeResult(request: StepRunOptions, input: Extract<ConversationInput, { kind: 'result' }>): Step {
  const { at } = request.state;
  if ((at.kind !== 'result' && at.kind !== 'jump') || at.effect !== input.effect) return ignore(request.state);

  const run = openStepRun(request, at.spent);
  if (at.kind === 'jump') return takeJump(run, at, input.outcome);
  if (!isStillAt(run.bot, waitingPlaceOf(request.state))) return beginAgain(run);
  return resume(run, at, (behaviour, context) => behaviour.resolve?.(context, input.outcome));
}

/** @spec WT4, WT5 */
function takeTimeOut(request: StepRunOptions, { turn }: Extract<ConversationInput, { kind: 'timeout' }>): Step {
  const { state, bot, context } = request;
  const { at } = state;
  if (at.kind !== 'answer' && at.kind !== 'pause') return ignore(state);
  const { until, spent = noCounts } = at;
  if (state.turn !== turn || until === undefined || until > context.now) return ignore(state);
  if (!isStillAt(bot, waitingPlaceOf(state))) return ignore(state);
  return resume(openStepRun(request, spent), at, (behaviour, execution) => behaviour.timeOut?.(execution));
}

/** @spec RN113, RN114 */
function takeJump(run: StepRun, at: Extract<Position, { kind: 'jump' }>, outcome: EffectOutcome): Step {
  const { bot } = run;
  if (!outcome.ok) return run.fail('jump_failed', `Bot ${at.bot} could not be reached: ${outcome.reason}`);
  if (bot.number !== at.bot) return run.fail('jump_failed', `The jump to bot ${at.bot} came to bot ${bot.number}.`);
  return at.returns === undefined ? runFrom(run, at.node) : runAfter(run, at.returns);
}

/** Calls of before do not return, and nothing is remembered. @spec CG7, EM8 */
function beginAgain(run: StepRun, node?: string): Step {
  run.forget();
  return runFrom(run, node);
}

/** Charges for the texts of the message, for all its readers. @spec RN121 */
function chargeReading(message: VisitorInput, budget: StepBudget): void {
  for (const text of Object.values(message)) {
    if (typeof text === 'string') budget.charge(text.length * costs.readCharacter);
  }
}

/** @spec RN25, RN26, CG7 */
function moveTo(state: ConversationState, at: Position): Step {
  const { stack: _, ...rest } = state;
  return { ...ignore(state), state: { ...rest, turn: state.turn + 1, at } };
}

/** @spec RN23, RN24 */
function ignore(state: ConversationState): Step {
  return { state, messages: [], writes: [], effects: [] };
}

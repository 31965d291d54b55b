import {
  type CallFrame,
  type ConversationState,
  mostCalls,
  type Position,
  type RunCounts,
} from '../../domain/conversation/conversation-state.ts';
import type { AwaitedEffect, Effect } from '../../domain/conversation/effects.ts';
import type { BotMessage, ConversationErrorCode, TextMessage } from '../../domain/conversation/messages.ts';
import type { PreparedBot } from '../../domain/conversation/prepared-bot.ts';
import type { Step, StepContext } from '../../domain/conversation/step.ts';
import type { TraceEvent } from '../../domain/conversation/trace.ts';
import { chooseWording } from '../../domain/conversation/wordings.ts';
import type { DiagramNode } from '../../domain/diagram/diagram.ts';
import type { Field, Fields, FieldWrite } from '../../domain/field/field.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import type { AwaitedRequest, JumpRequest, TransitionParts } from '../behaviour/transition.ts';
import { costs } from '../budget/costs.ts';
import { chargeEffect, chargeMessage } from '../budget/json-costs.ts';
import type { TrackedBudget } from '../budget/step-budget.ts';
import type { StepFields } from '../field/step-fields.ts';
import type { RunnerLimits } from '../limits.ts';
import { type EntrySource, entriesOf } from './entry.ts';
import { buttonsAfter } from './offered-buttons.ts';
import { plainDialog } from './plain-dialog.ts';

/** Keys that a conversation remembers, so that its state stays small. */
const mostRemembered = 100;

/** The parts with which a runner executes blocks. */
export interface Machine extends EntrySource {
  /** By name of the definition. */
  readonly behaviours: ReadonlyMap<string, BlockBehaviour>;
  readonly limits: RunnerLimits;
  /** Params of blocks with their defaults, cached as long as the diagram is in memory. */
  readonly completeParams: WeakMap<DiagramNode, CompleteParams>;
}

export interface CompleteParams {
  /** How many the author wrote. */
  readonly count: number;
  /** Absent until a step could pay for them. */
  readonly params?: JsonObject;
}

/** The input of a step. */
export interface StepRunOptions {
  readonly machine: Machine;
  readonly bot: PreparedBot;
  readonly state: ConversationState;
  readonly context: StepContext;
  readonly budget: TrackedBudget;
  readonly fields: StepFields;
  formula(expression: string, fields: Fields): Field | undefined;
  matches(text: string, pattern: string): boolean;
  /** Absent when nobody asked for the trace. */
  readonly trace: ((event: TraceEvent) => void) | undefined;
}

/** One step under way: it collects the result. */
export interface StepRun extends Pick<StepRunOptions, 'machine' | 'bot' | 'context' | 'budget' | 'matches' | 'trace'> {
  readonly conversation: string;
  /** Number of the step. */
  readonly number: number;
  /** With the writes of this step until now. */
  fields(): Fields;
  formula(expression: string): Field | undefined;
  counts(): RunCounts;
  /** Chooses one of `count` wordings of a block. */
  vary(node: string, count: number): number;
  /** The keys that blocks have remembered, oldest first. */
  remembered(): readonly string[];
  /** Forgets all calls. */
  forgetCalls(): void;
  /** The conversation begins again: forgets all calls and keys. */
  forget(): void;
  enterBlock(id: string): void;
  /** @returns The name of the Field that is too large, or one too many: then none of these parts was added. */
  add(parts: TransitionParts, node?: string): string | undefined;
  /** @returns The id of the effect. */
  awaitEffect(request: AwaitedRequest | JumpRequest, node: string): string;
  /**
   * Remembers the block of a call; one that is entered again, once running. @returns `false` when too many calls have
   * not returned.
   */
  call(frame: CallFrame): boolean;
  /** Takes the last call off. `undefined`: there is none. */
  lastCall(): CallFrame | undefined;
  end(at: Position): Step;
  /** Ends the conversation with an error event. */
  fail(code: ConversationErrorCode, detail: string, node?: string): Step;
}

/**
 * Begins a step.
 *
 * @param before - Actions of the bot since the visitor last wrote.
 * @spec RN5, RN7, RN17
 */
export function openStepRun(options: StepRunOptions, before: RunCounts): StepRun {
  const { machine, bot, state, context, budget, fields, formula, matches, trace } = options;
  const { conversation } = state;
  const number = state.turn + 1;
  const messages: BotMessage[] = [];
  const writes: FieldWrite[] = [];
  const effects: Effect[] = [];
  let { blocks, effects: awaited } = before;
  let hasEnteredBlock = false;
  let stack = state.stack ?? noCalls;
  let { wordings } = state;
  let remembered = state.remembered ?? [];

  return {
    machine,
    bot,
    context,
    budget,
    matches,
    conversation,
    number,
    fields: fields.current,
    formula: (expression) => formula(expression, fields.current()),
    counts: () => ({ blocks, effects: awaited }),
    vary,
    remembered: () => remembered,
    forgetCalls: () => {
      stack = noCalls;
    },
    forget: () => {
      stack = noCalls;
      remembered = [];
    },
    enterBlock,
    add,
    awaitEffect,
    call,
    lastCall,
    end,
    fail,
    trace,
  };

  function vary(node: string, count: number): number {
    budget.charge(costs.entry + 2 * (conversation.length + node.length) * costs.character);
    const choice = chooseWording(wordings ?? [], { conversation, step: number, bot: bot.number, node, count });
    ({ wordings } = choice);
    return choice.chosen;
  }

  function enterBlock(id: string): void {
    blocks += 1;
    hasEnteredBlock = true;
    budget.enterBlock(id);
    budget.charge(costs.block);
    trace?.({ kind: 'entered', bot: bot.number, node: id });
  }

  function add(parts: TransitionParts, node?: string): string | undefined {
    const written = fields.write(parts.writes ?? []);
    if ('tooLarge' in written) return written.tooLarge;
    // One by one: there may be more of them than a call can have arguments.
    for (const write of written.accepted) writes.push(write);
    for (const said of parts.messages ?? []) {
      const message = plainDialog(said, bot.can, budget);
      chargeMessage(message, budget);
      messages.push(message);
    }
    for (const notice of parts.notices ?? []) {
      chargeEffect(notice, budget);
      effects.push({ ...notice, id: nextId(), ...(node === undefined ? {} : { node }), awaited: false });
    }
    const { remembers = [] } = parts;
    if (remembers.length > 0) remembered = [...new Set([...remembered, ...remembers])].slice(-mostRemembered);
    return undefined;
  }

  function awaitEffect(request: AwaitedRequest | JumpRequest, node: string): string {
    chargeEffect(request, budget);
    awaited += 1;
    const effect: AwaitedEffect = { ...request, id: nextId(), node, awaited: true };
    effects.push(effect);
    return effect.id;
  }

  function call(frame: CallFrame): boolean {
    const last = stack.at(-1);
    if (frame.again && last?.again && last.bot === frame.bot && last.node === frame.node) return true;
    if (stack.length >= mostCalls) return false;
    stack = [...stack, frame];
    return true;
  }

  function lastCall(): CallFrame | undefined {
    const frame = stack.at(-1);
    stack = stack.slice(0, -1);
    return frame;
  }

  function nextId(): string {
    return `${conversation}/${number}/${effects.length + 1}`;
  }

  function end(at: Position): Step {
    const { lastSeq } = context;
    const staysAt = !hasEnteredBlock && isSameQuestion(state.at, at);
    const buttons = buttonsAfter(state.buttons, { messages, staysAt, ...(lastSeq !== undefined && { lastSeq }) });
    const isOver = at.kind === 'ended' || at.kind === 'agent' || at.kind === 'feedback';
    const calls = isOver || stack.length === 0 ? {} : { stack };
    const worded = wordings === undefined ? {} : { wordings };
    const keys = remembered.length === 0 ? {} : { remembered };
    const said = staysAt ? state.said : saidAfter();
    const next = {
      version: 1,
      conversation,
      bot: bot.number,
      turn: number,
      at,
      ...buttons,
      ...calls,
      ...worded,
      ...keys,
      ...(said !== undefined && !isOver && { said }),
    } as const;
    return { state: next, messages, writes, effects };
  }

  /** @spec KW21 */
  function saidAfter(): TextMessage | undefined {
    if (!entriesOf(machine, bot).some(({ comesBack }) => comesBack)) return undefined;
    const isAnswered = before.blocks === 0;
    return messages.findLast((message) => message.type === 'text') ?? (isAnswered ? undefined : state.said);
  }

  function fail(code: ConversationErrorCode, detail: string, node?: string): Step {
    messages.push(errorEvent(code, detail, node));
    return end({ kind: 'ended', reason: 'error' });
  }
}

const noCalls: readonly CallFrame[] = [];

/** Whether a conversation that entered no block still waits for the answer to the same question. */
function isSameQuestion(before: Position, after: Position): boolean {
  if (after.kind === 'feedback') return before.kind === 'feedback' && after.asked === 'rating_again';
  return 'node' in before && 'template' in before && 'template' in after && before.node === after.node;
}

/**
 * The result of a step that takes more than its budget: the conversation ends, and the rest of the step is discarded.
 *
 * @spec RN120
 */
export function tooLargeStep({ bot, state, budget }: Pick<StepRunOptions, 'bot' | 'state' | 'budget'>): Step {
  const { conversation, turn, wordings } = state;
  const detail = `The step takes more than ${budget.limit} units of work.`;
  const at = { kind: 'ended', reason: 'error' } as const;
  const buttons = buttonsAfter(state.buttons, { messages: [], staysAt: false });
  return {
    state: { version: 1, conversation, bot: bot.number, turn: turn + 1, at, ...buttons, ...(wordings && { wordings }) },
    messages: [errorEvent('step_too_large', detail, budget.block())],
    writes: [],
    effects: [],
  };
}

function errorEvent(code: ConversationErrorCode, detail: string, node: string | undefined): BotMessage {
  return { type: 'event', action: 'error', code, ...(node === undefined ? {} : { node }), detail };
}

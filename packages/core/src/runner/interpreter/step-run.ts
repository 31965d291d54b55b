import type { Catalog } from '../../domain/blocks/catalog.ts';
import type { ConversationState, Position, RunCounts } from '../../domain/conversation/conversation-state.ts';
import type { AwaitedEffect, Effect } from '../../domain/conversation/effects.ts';
import type { BotMessage, ConversationErrorCode } from '../../domain/conversation/messages.ts';
import type { PreparedBot } from '../../domain/conversation/prepared-bot.ts';
import type { Step, StepContext } from '../../domain/conversation/step.ts';
import type { TraceEvent } from '../../domain/conversation/trace.ts';
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
import { buttonsAfter } from './offered-buttons.ts';

/** Keys that a conversation remembers, so that its state stays small. */
const mostRemembered = 100;

/** What a runner executes blocks with. */
export interface Machine {
  readonly catalog: Catalog;
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
  /** Absent when nobody asked for the trace. */
  readonly trace: ((event: TraceEvent) => void) | undefined;
}

/** One step under way: it collects the result. */
export interface StepRun extends Pick<StepRunOptions, 'machine' | 'bot' | 'context' | 'budget' | 'trace'> {
  readonly conversation: string;
  /** Number of the step. */
  readonly number: number;
  /** With the writes of this step until now. */
  fields(): Fields;
  formula(expression: string): Field | undefined;
  counts(): RunCounts;
  /** The keys that blocks have remembered, oldest first. */
  remembered(): readonly string[];
  /** The conversation begins again. */
  forget(): void;
  enterBlock(id: string): void;
  /** @returns The name of the Field that is too large, or one too many: then none of these parts was added. */
  add(parts: TransitionParts, node?: string): string | undefined;
  /** @returns The id of the effect. */
  awaitEffect(request: AwaitedRequest | JumpRequest, node: string): string;
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
  const { machine, bot, state, context, budget, fields, formula, trace } = options;
  const { conversation } = state;
  const number = state.turn + 1;
  const messages: BotMessage[] = [];
  const writes: FieldWrite[] = [];
  const effects: Effect[] = [];
  let { blocks, effects: awaited } = before;
  let hasEnteredBlock = false;
  let remembered = state.remembered ?? [];

  return {
    machine,
    bot,
    context,
    budget,
    conversation,
    number,
    fields: fields.current,
    formula: (expression) => formula(expression, fields.current()),
    counts: () => ({ blocks, effects: awaited }),
    remembered: () => remembered,
    forget: () => {
      remembered = [];
    },
    enterBlock,
    add,
    awaitEffect,
    end,
    fail,
    trace,
  };

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
    for (const message of parts.messages ?? []) {
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

  function nextId(): string {
    return `${conversation}/${number}/${effects.length + 1}`;
  }

  function end(at: Position): Step {
    const { lastSeq } = context;
    const staysAt = !hasEnteredBlock && isSameQuestion(state.at, at);
    const buttons = buttonsAfter(state.buttons, { messages, staysAt, ...(lastSeq !== undefined && { lastSeq }) });
    const keys = remembered.length === 0 ? {} : { remembered };
    const next = { version: 1, conversation, bot: bot.number, turn: number, at, ...buttons, ...keys } as const;
    return { state: next, messages, writes, effects };
  }

  function fail(code: ConversationErrorCode, detail: string, node?: string): Step {
    messages.push(errorEvent(code, detail, node));
    return end({ kind: 'ended', reason: 'error' });
  }
}

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
  const { conversation, turn } = state;
  const detail = `The step takes more than ${budget.limit} units of work.`;
  const at = { kind: 'ended', reason: 'error' } as const;
  const buttons = buttonsAfter(state.buttons, { messages: [], staysAt: false });
  return {
    state: { version: 1, conversation, bot: bot.number, turn: turn + 1, at, ...buttons },
    messages: [errorEvent('step_too_large', detail, budget.block())],
    writes: [],
    effects: [],
  };
}

function errorEvent(code: ConversationErrorCode, detail: string, node: string | undefined): BotMessage {
  return { type: 'event', action: 'error', code, ...(node === undefined ? {} : { node }), detail };
}

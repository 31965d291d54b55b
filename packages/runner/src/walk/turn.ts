import type { MoveParts } from '../behaviour/move.ts';
import type { PreparedBot } from '../bot/prepared-bot.ts';
import type { ConversationState, Position, Spent } from '../conversation/conversation-state.ts';
import type { AwaitedEffect, AwaitedRequest, Effect, JumpEffect } from '../effect/effect.ts';
import type { Field, Fields, FieldWrite } from '../field/field.ts';
import type { StepFields } from '../field/step-fields.ts';
import type { ConversationErrorCode, Message } from '../message/message.ts';
import { costs } from '../work/costs.ts';
import type { StepWork } from '../work/work.ts';
import { chargeEffect, chargeMessage } from './charge-parts.ts';
import type { Step, StepContext } from './step.ts';

type JumpRequest = Omit<JumpEffect, 'id' | 'node' | 'awaited'>;

/** What an input is worked with. */
export interface TurnMeans {
  readonly bot: PreparedBot;
  readonly state: ConversationState;
  readonly context: StepContext;
  readonly work: StepWork;
  readonly fields: StepFields;
  formula(expression: string, fields: Fields): Field | undefined;
}

/** One input being worked: gathers what comes of it. */
export interface Turn {
  readonly bot: PreparedBot;
  readonly context: StepContext;
  readonly work: StepWork;
  readonly conversation: string;
  readonly number: number;
  /** With what was written so far. */
  fields(): Fields;
  formula(expression: string): Field | undefined;
  spent(): Spent;
  enterBlock(id: string): void;
  /** @returns The name of the Field that is too large, or one too many: then nothing of these parts is done. */
  add(parts: MoveParts, node?: string): string | undefined;
  /** @returns The id of the effect. */
  awaitEffect(request: AwaitedRequest | JumpRequest, node: string): string;
  end(at: Position): Step;
  /** Ends the conversation with an error event. */
  fail(code: ConversationErrorCode, detail: string, node?: string): Step;
}

/**
 * Begins to work an input.
 *
 * @param spent - What the bot did already since the visitor last wrote.
 * @spec RN5, RN7, RN17
 */
export function openTurn({ bot, state, context, work, fields, formula }: TurnMeans, spent: Spent): Turn {
  const { conversation } = state;
  const number = state.turn + 1;
  const messages: Message[] = [];
  const writes: FieldWrite[] = [];
  const effects: Effect[] = [];
  let { blocks, effects: awaited } = spent;

  return {
    bot,
    context,
    work,
    conversation,
    number,
    fields: fields.current,
    formula: (expression) => formula(expression, fields.current()),
    spent: () => ({ blocks, effects: awaited }),
    enterBlock,
    add,
    awaitEffect,
    end,
    fail,
  };

  function enterBlock(id: string): void {
    blocks += 1;
    work.enterBlock(id);
    work.charge(costs.block);
  }

  function add(parts: MoveParts, node?: string): string | undefined {
    const written = fields.write(parts.writes ?? []);
    if ('tooLarge' in written) return written.tooLarge;
    // One by one: an assistant may say, and code may write, more than fits among the arguments of a call.
    for (const write of written.kept) writes.push(write);
    for (const message of parts.messages ?? []) {
      chargeMessage(message, work);
      messages.push(message);
    }
    for (const notice of parts.notices ?? []) {
      chargeEffect(notice, work);
      effects.push({ ...notice, id: nextId(), ...(node === undefined ? {} : { node }), awaited: false });
    }
    return undefined;
  }

  function awaitEffect(request: AwaitedRequest | JumpRequest, node: string): string {
    chargeEffect(request, work);
    awaited += 1;
    const effect: AwaitedEffect = { ...request, id: nextId(), node, awaited: true };
    effects.push(effect);
    return effect.id;
  }

  function nextId(): string {
    return `${conversation}/${number}/${effects.length + 1}`;
  }

  function end(at: Position): Step {
    return { state: { version: 1, conversation, bot: bot.number, turn: number, at }, messages, writes, effects };
  }

  function fail(code: ConversationErrorCode, detail: string, node?: string): Step {
    messages.push(errorEvent(code, detail, node));
    return end({ kind: 'ended', reason: 'error' });
  }
}

/**
 * Ends a conversation whose step takes more than its budget: nothing of the step is kept but that it was.
 *
 * @spec RN120
 */
export function tooLargeStep({ bot, state, work }: Pick<TurnMeans, 'bot' | 'state' | 'work'>): Step {
  const detail = `The step takes more than ${work.limit} units of work.`;
  return {
    state: {
      version: 1,
      conversation: state.conversation,
      bot: bot.number,
      turn: state.turn + 1,
      at: { kind: 'ended', reason: 'error' },
    },
    messages: [errorEvent('step_too_large', detail, work.block())],
    writes: [],
    effects: [],
  };
}

function errorEvent(code: ConversationErrorCode, detail: string, node: string | undefined): Message {
  return { type: 'event', action: 'error', code, ...(node === undefined ? {} : { node }), detail };
}

import type { MoveParts } from '../behaviour/move.ts';
import type { PreparedBot } from '../bot/prepared-bot.ts';
import type { ConversationState, Position, Spent } from '../conversation/conversation-state.ts';
import type { AwaitedEffect, AwaitedRequest, Effect, JumpEffect } from '../effect/effect.ts';
import { applyFieldWrites } from '../field/apply-field-writes.ts';
import type { Fields, FieldWrite } from '../field/field.ts';
import type { ConversationErrorCode, Message } from '../message/message.ts';
import type { Step, StepContext } from './step.ts';

type JumpRequest = Omit<JumpEffect, 'id' | 'node' | 'awaited'>;

/** One input being worked: gathers what comes of it. */
export interface Turn {
  readonly bot: PreparedBot;
  readonly context: StepContext;
  readonly conversation: string;
  readonly number: number;
  /** With what was written so far. */
  fields(): Fields;
  spent(): Spent;
  enterBlock(): void;
  add(parts: MoveParts, node?: string): void;
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
export function openTurn(bot: PreparedBot, state: ConversationState, context: StepContext, spent: Spent): Turn {
  const { conversation } = state;
  const number = state.turn + 1;
  const messages: Message[] = [];
  const writes: FieldWrite[] = [];
  const effects: Effect[] = [];
  let { fields } = context;
  let { blocks, effects: awaited } = spent;

  return {
    bot,
    context,
    conversation,
    number,
    fields: () => fields,
    spent: () => ({ blocks, effects: awaited }),
    enterBlock,
    add,
    awaitEffect,
    end,
    fail,
  };

  function enterBlock(): void {
    blocks += 1;
  }

  function add(parts: MoveParts, node?: string): void {
    // One by one: an assistant may say, and code may write, more than fits among the arguments of a call.
    for (const message of parts.messages ?? []) messages.push(message);
    for (const write of parts.writes ?? []) writes.push(write);
    fields = applyFieldWrites(fields, parts.writes ?? []);
    for (const notice of parts.notices ?? []) {
      effects.push({ ...notice, id: nextId(), ...(node === undefined ? {} : { node }), awaited: false });
    }
  }

  function awaitEffect(request: AwaitedRequest | JumpRequest, node: string): string {
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
    messages.push({ type: 'event', action: 'error', code, ...(node === undefined ? {} : { node }), detail });
    return end({ kind: 'ended', reason: 'error' });
  }
}

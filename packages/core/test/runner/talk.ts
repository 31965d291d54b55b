import { expect } from 'vitest';
import type { ChannelCapabilities } from '../../src/domain/channel.ts';
import {
  type ConversationState,
  createConversation,
  type ExpectedInput,
} from '../../src/domain/conversation/conversation-state.ts';
import type { EffectOutcome } from '../../src/domain/conversation/effects.ts';
import type { BotMessage, VisitorInput } from '../../src/domain/conversation/messages.ts';
import { prepareBot, type RunnableBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { ConversationInput, ConversationRunner, Step } from '../../src/domain/conversation/step.ts';
import type { Diagram } from '../../src/domain/diagram/diagram.ts';
import type { FeedbackConfiguration } from '../../src/domain/feedback.ts';
import { applyFieldWrites, type Fields } from '../../src/domain/field/field.ts';
import type { JsonValue } from '../../src/domain/json/json-value.ts';
import { conversationRunner } from '../../src/runner/index.ts';
import { deepFreeze } from './deep-freeze.ts';

/** 21 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 21, 12);

export interface TalkOptions {
  readonly runner?: ConversationRunner;
  readonly fields?: Fields;
  readonly feedback?: FeedbackConfiguration;
  readonly number?: number;
  readonly channelFamily?: string;
  readonly can?: ChannelCapabilities;
}

/** A visitor in a conversation. Each call is one input and answers its step. */
export interface Talk {
  start(node?: string): Step;
  say(text: string): Step;
  press(payload: string): Step;
  send(message: VisitorInput): Step;
  succeed(value?: JsonValue): Step;
  fail(reason?: string): Step;
  take(input: ConversationInput): Step;
  /** Goes on with another diagram in place of the one so far. */
  publish(diagram: Diagram, source?: Partial<RunnableBot>): void;
  setFeedback(feedback: FeedbackConfiguration): void;
  /** Lets milliseconds pass. */
  pass(ms: number): void;
  state(): ConversationState;
  /** How the waiting block expects the answer. */
  expects(): ExpectedInput | undefined;
  fields(): Fields;
}

/**
 * Lets a visitor talk to a bot as a host would: state and Fields are kept between the steps, the state as JSON
 * text. Everything that a step gets is frozen, and every step runs twice and must give the same result.
 */
export function talkTo(diagram: Diagram, options: TalkOptions = {}): Talk {
  const runner = options.runner ?? conversationRunner();
  const number = options.number ?? 7;
  const channelFamily = options.channelFamily ?? 'native';
  const can = options.can === undefined ? {} : { can: options.can };
  let bot = prepareBot(deepFreeze({ number, channelFamily, diagram, ...can }));
  let { fields = {}, feedback } = options;
  let now = noon;
  let stored = JSON.stringify(createConversation('talk', number));

  const take = (input: ConversationInput): Step => {
    const context = deepFreeze({ now, fields, ...(feedback === undefined ? {} : { feedback }) });
    const state = deepFreeze(JSON.parse(stored) as ConversationState);
    const step = runner.step(bot, state, deepFreeze(input), context);
    expect(runner.step(bot, state, input, context)).toEqual(step);
    stored = JSON.stringify(step.state);
    expect(JSON.parse(stored)).toEqual(step.state);
    fields = applyFieldWrites(fields, step.writes);
    return step;
  };
  const result = (outcome: EffectOutcome): Step => {
    const { at } = JSON.parse(stored) as ConversationState;
    return take({ kind: 'result', effect: 'effect' in at ? at.effect : 'none', outcome });
  };

  return {
    take,
    start: (node) => take({ kind: 'start', ...(node === undefined ? {} : { node }) }),
    say: (text) => take({ kind: 'message', message: { type: 'text', text } }),
    press: (payload) => take({ kind: 'message', message: { type: 'text', text: '', payload } }),
    send: (message) => take({ kind: 'message', message }),
    succeed: (value) => result({ ok: true, ...(value === undefined ? {} : { value }) }),
    fail: (reason = 'refused') => result({ ok: false, reason }),
    publish: (next, source = {}) => {
      bot = prepareBot(deepFreeze({ number, channelFamily, ...source, diagram: next }));
    },
    setFeedback: (next) => {
      feedback = next;
    },
    pass: (ms) => {
      now += ms;
    },
    state: () => JSON.parse(stored) as ConversationState,
    expects: () => runner.expects?.(bot, JSON.parse(stored) as ConversationState, { now: noon, fields }),
    fields: () => fields,
  };
}

/** A message as a visitor sees it, in one line. */
export function seen(step: Step): readonly string[] {
  return step.messages.map(line);
}

function line(message: BotMessage): string {
  switch (message.type) {
    case 'text':
      return message.body;
    case 'dialog':
      return `${message.title} [${message.buttons.join('|')}]`;
    case 'event':
      return `(${message.code})`;
    case 'location':
      return `(${message.latitude}, ${message.longitude})`;
    case 'media_dialog':
      return `${message.url} [${message.buttons.join('|')}]`;
    default:
      return `${message.type} ${message.url}`;
  }
}

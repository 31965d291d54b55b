import type { AwaitedEffect, BotMessage, VisitorInput } from '@botwright/core/conversation';
import { buttonsOf } from '../chat/buttons.ts';
import type { SentMessage } from '../chat/sent-message.ts';
import type { SimulatedChat, TranscriptEntry } from '../chat/simulated-chat.ts';
import type { Expectation, Scenario, ScenarioStep } from './scenario.ts';

/**
 * Makes a scenario from a chat since its last start: inputs of the visitor, messages of the bot, and answers to
 * effects. With the same bot it passes.
 *
 * @param given - The name of the scenario, and the start of the chat.
 * @spec TE29
 */
export function recordScenario(chat: SimulatedChat, given: Omit<Scenario, 'steps' | 'start' | 'effects'>): Scenario {
  const { transcript, at } = chat;
  const begin = transcript.findLastIndex(({ from }) => from === 'start');
  const started = transcript[begin];
  const steps = transcript.slice(begin + 1).flatMap((entry, index, entries) => stepOf(entry, entries.slice(0, index)));
  const isEnd = chat.isOver || chat.position.kind === 'agent';
  return {
    ...given,
    ...(started?.from === 'start' && started.at !== undefined && { start: started.at }),
    steps: [...steps, ...(at === undefined ? [] : [isEnd ? { ends_at: at } : { at }])],
  };
}

/** The steps that expect these messages. */
export function expectedSteps(messages: readonly BotMessage[]): readonly ScenarioStep[] {
  return messages.map((message) => ({ bot: expectationOf(message) }));
}

/** The expectation that only this message meets. */
export function expectationOf(message: BotMessage): Expectation {
  switch (message.type) {
    case 'text':
      return message.body;
    case 'dialog':
      return { text: message.title, buttons: message.buttons };
    case 'media_dialog':
      return { [message.mediaType]: message.url, buttons: message.buttons };
    case 'location':
      return { location: { latitude: message.latitude, longitude: message.longitude } };
    case 'event':
      return { error: message.code };
    default: {
      const { declaredType = message.type, url, caption } = message;
      return { [declaredType]: url, ...(caption !== '' && { text: caption }) };
    }
  }
}

function stepOf(entry: TranscriptEntry, before: readonly TranscriptEntry[]): readonly ScenarioStep[] {
  switch (entry.from) {
    case 'start':
      return [];
    case 'bot':
      return [{ bot: expectationOf(entry.message) }];
    case 'clock':
      return [typeof entry.passed === 'string' ? { wait: entry.passed } : { pass: entry.passed }];
    case 'host': {
      const { effect, outcome } = entry;
      // A jump to a bot of the chat needs no answer.
      if (effect.kind === 'jump' && outcome.ok) return [];
      const asked = askedFor(effect);
      return [{ effect: asked, ...(outcome.ok ? { answer: outcome.value ?? null } : { fails: outcome.reason }) }];
    }
    case 'visitor':
      return [visitorStep(entry.message, before)];
  }
}

function askedFor(effect: AwaitedEffect): Extract<ScenarioStep, { effect: unknown }>['effect'] {
  const { kind } = effect;
  if (kind === 'webhook') return { kind, method: effect.method, url: effect.url };
  return kind === 'email' ? { kind, to: effect.to, subject: effect.subject } : kind;
}

function visitorStep(message: VisitorInput, before: readonly TranscriptEntry[]): ScenarioStep {
  switch (message.type) {
    case 'text':
      return message.payload === undefined
        ? { visitor: message.text }
        : { press: isOnlyLabel(message.text, before) ? message.text : message.payload };
    case 'location':
      return { send: { location: { latitude: message.latitude, longitude: message.longitude } } };
    default: {
      const { type, url, caption } = message;
      return { send: { [type]: url, ...(caption !== undefined && { caption }) } as SentMessage };
    }
  }
}

/** Whether the label identifies one button of the last question. */
function isOnlyLabel(label: string, before: readonly TranscriptEntry[]): boolean {
  const messages = before.flatMap((entry) => (entry.from === 'bot' ? [entry.message] : []));
  return buttonsOf(messages).filter((button) => button.label === label).length === 1;
}

import { describe, expect, it } from 'vitest';
import { diagramOf } from './diagram-of.ts';
import { seen, talkTo } from './talk.ts';

const webhook = diagramOf({ welcome: ['webhook', { url: 'https://example.org' }] });
const person = diagramOf({ welcome: ['human_takeover', {}] });
const jump = diagramOf({ welcome: ['bot_link', { bot: 8 }] });
const question = diagramOf({ welcome: ['ask_name', { text: 'Name?' }] });

describe('waiting', () => {
  it.for([
    ['an outcome', webhook],
    ['a person', person],
    ['another bot', jump],
  ] as const)('[RN23] while it waits for %s a message changes nothing', ([, diagram]) => {
    const talk = talkTo(diagram);
    const { state } = talk.start();
    expect(talk.say('Hello?')).toEqual({ state, messages: [], writes: [], effects: [] });
  });

  it.for([
    ['for another one', webhook],
    ['for a visitor', question],
    ['for a person', person],
  ] as const)('[RN24] while it waits %s an outcome changes nothing', ([, diagram]) => {
    const talk = talkTo(diagram);
    const { state } = talk.start();
    const stray = talk.take({ kind: 'result', effect: 'talk/0/1', outcome: { ok: true } });
    expect(stray).toEqual({ state, messages: [], writes: [], effects: [] });
  });

  it('[RN24] an outcome that arrives twice counts once', () => {
    const talk = talkTo(webhook);
    const [effect] = talk.start().effects;
    const { state } = talk.succeed({ status: 200 });
    const again = talk.take({
      kind: 'result',
      effect: effect?.id ?? '',
      outcome: { ok: true, value: { status: 200 } },
    });
    expect(again).toEqual({ state, messages: [], writes: [], effects: [] });
  });

  it('[RN25] once a person took over the bot is silent until it is started', () => {
    const talk = talkTo(question);
    talk.start();
    const taken = talk.take({ kind: 'taken_over' });
    expect([taken.state.at, seen(talk.say('Ada')), seen(talk.start())]).toEqual([{ kind: 'agent' }, [], ['Name?']]);
  });

  it('[RN26] a conversation that was closed is over, without the feedback question', () => {
    const feedback = {
      enabled: true,
      question: 'Good?',
      positiveLabel: 'Y',
      negativeLabel: 'N',
      commentQuestion: '',
      thanks: '',
    };
    const talk = talkTo(question, { feedback });
    const { state } = talk.start();
    expect(talk.take({ kind: 'closed' })).toEqual({
      state: { ...state, turn: 2, at: { kind: 'ended', reason: 'closed' } },
      messages: [],
      writes: [],
      effects: [],
    });
  });
});

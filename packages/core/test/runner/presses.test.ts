import { describe, expect, it } from 'vitest';
import {
  type ConversationState,
  createConversation,
  readConversationState,
} from '../../src/domain/conversation/conversation-state.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { ConversationInput, Step } from '../../src/domain/conversation/step.ts';
import { conversationRunner } from '../../src/runner/index.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { seen, talkTo } from './talk.ts';

const yesNo = (text: string): BlockSketch => ['ask_yes_no', { text }];
const stall = diagramOf(
  {
    welcome: [
      'buttons',
      {
        text: 'Size?',
        buttons: [
          { id: 's', label: 'Small' },
          { id: 'm', label: 'Medium' },
        ],
      },
    ],
    colour: [
      'buttons',
      {
        text: 'Colour?',
        buttons: [
          { id: 'r', label: 'Medium' },
          { id: 'b', label: 'Blue' },
        ],
      },
    ],
    name: ['ask_name', { text: 'Name?' }],
    bye: ['send_text', { text: 'Bye' }],
  },
  ['welcome.$s--colour', 'welcome.$m--name', 'colour.$r--name', 'colour.$b--bye', 'name.$success--bye'],
);

describe('a button of a question that was answered', () => {
  it.for([
    ['a typed question', '$m', 'Name?'],
    ['other buttons, one of the same label', '$s', 'Colour? [Medium|Blue]'],
  ] as const)('[RN146] pressed again is no answer to %s', ([, payload, next]) => {
    const talk = talkTo(stall);
    talk.start();
    expect(seen(talk.press(payload))).toEqual([next]);
    const state = talk.state();
    for (const pressed of [payload, '$m', '$s']) {
      const again = talk.send({ type: 'text', text: 'Medium', payload: pressed });
      expect(again).toEqual({ state, messages: [], writes: [], effects: [] });
    }
  });

  it('[RN146] is not an answer to later questions either, and restarts nothing at the end', () => {
    const talk = talkTo(stall);
    talk.start();
    talk.press('$s');
    talk.press('$r');
    expect([seen(talk.press('$s')), seen(talk.say('Ada')), seen(talk.press('$s'))]).toEqual([[], ['Bye'], []]);
    expect(talk.state().at).toEqual({ kind: 'ended', reason: 'dead_end' });
    expect(seen(talk.say('Hello'))).toEqual(['Size? [Small|Medium]']);
    expect(seen(talk.press('$m'))).toEqual(['Name?']);
  });

  it('[RN146] counts as answered also when its label was typed', () => {
    const talk = talkTo(stall);
    talk.start();
    expect([seen(talk.say('medium')), seen(talk.press('$m'))]).toEqual([['Name?'], []]);
  });

  it('[RN146] is no rating, and no comment', () => {
    const feedback = {
      enabled: true,
      question: 'Good?',
      positiveLabel: 'Y',
      negativeLabel: 'N',
      commentQuestion: 'Why?',
      thanks: 'Thanks',
    };
    const talk = talkTo(diagramOf({ welcome: yesNo('Sure?') }), { feedback });
    talk.start();
    const steps = ['$yes', '$yes', '$yes', '$positive', '$positive'].map((payload) => seen(talk.press(payload)));
    expect(steps).toEqual([['Good? [Y|N]'], [], [], ['Why?'], []]);
    expect(seen(talk.say('Because'))).toEqual(['Thanks']);
  });

  it('[RN146] a payload that no dialog had is a text as ever', () => {
    const talk = talkTo(diagramOf({ welcome: ['ask_name', { text: 'Name?', destination: 'who' }] }));
    talk.start();
    talk.send({ type: 'text', text: 'Ada', payload: 'MENU' });
    expect(talk.fields()).toEqual({ who: { type: 'string', value: 'Ada' } });
  });

  it('[RN146] a wrong answer between two presses takes nothing away', () => {
    const talk = talkTo(stall);
    talk.start();
    expect([seen(talk.say('huge')), seen(talk.press('$m'))]).toEqual([['Size? [Small|Medium]'], ['Name?']]);
  });
});

describe('the same payload in the next question', () => {
  const runner = conversationRunner();
  const press = (seq?: number): ConversationInput => ({
    kind: 'message',
    message: { type: 'text', text: 'Yes', payload: '$yes' },
    ...(seq !== undefined && { seq }),
  });

  function afterFirstAnswer(next: string): { state: ConversationState; step(seq?: number): Step } {
    const diagram = diagramOf({ welcome: yesNo('Tea?'), n1: yesNo('Milk?'), n2: yesNo('Sugar?') }, [
      `welcome.$yes--${next}`,
      'n1.$yes--n2',
    ]);
    const bot = prepareBot({ number: 7, channelFamily: 'native', diagram });
    const take = (state: ConversationState, input: ConversationInput, lastSeq: number): Step =>
      runner.step(bot, state, input, { now: 0, fields: {}, lastSeq });
    const { state: asked } = take(createConversation('talk', 7), { kind: 'start' }, 0);
    // Messages 2, 3 and 4 are three presses, and 5 is the next question.
    const { state } = take(asked, press(2), 4);
    return { state, step: (seq) => take(state, press(seq), 6) };
  }

  it.for([
    ['another question', 'n1', ['Sugar? [Yes|No]']],
    ['the same question again', 'welcome', ['Tea? [Yes|No]']],
  ] as const)('[RN147] is answered by a press after it was asked alone: %s', ([, next, answered]) => {
    const { state, step } = afterFirstAnswer(next);
    for (const seq of [1, 3, 4]) expect(step(seq)).toEqual({ state, messages: [], writes: [], effects: [] });
    for (const seq of [5, 6, undefined]) expect(seen(step(seq))).toEqual(answered);
  });

  it('[RN3][RN146] what was answered is part of the state, and bounded', () => {
    const buttons = Array.from({ length: 20 }, (_, index) => ({ id: `b${index}`, label: String(index) }));
    const many = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `q${index}`);
    const blocks = Object.fromEntries(
      many(6).map((id, at): [string, BlockSketch] => [
        at === 0 ? 'welcome' : id,
        ['buttons', { text: id, buttons: buttons.map((button) => ({ ...button, id: `${id}${button.id}` })) }],
      ]),
    );
    const ids = Object.keys(blocks);
    const talk = talkTo(
      diagramOf(
        blocks,
        ids.slice(1).map((id, at) => `${ids[at]}.$q${at}b0--${id}`),
      ),
    );
    talk.start();
    for (let at = 0; at < 5; at += 1) talk.press(`$q${at}b0`);
    const { open, answered } = talk.state().buttons ?? { open: [], answered: [] };
    expect([open.length, answered.length, answered[0]]).toEqual([20, 50, '$q4b0']);
    expect(readConversationState(JSON.parse(JSON.stringify(talk.state())))).toEqual(talk.state());
    expect(readConversationState({ ...talk.state(), buttons: { open: [1], answered: [] } })).toBeUndefined();
  });
});

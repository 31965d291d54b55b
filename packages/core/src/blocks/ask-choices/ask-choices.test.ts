import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { ChannelCapabilities } from '../../domain/channel.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { sampleAnswers } from '../sample-answers.ts';

const toppings: JsonObject = {
  text: 'Toppings?',
  destination: 'toppings',
  choices: [
    { id: 'h', label: 'Ham' },
    { id: 'c', label: 'Red cheese', value: { id: 7 }, words: ['Gouda'] },
    { id: 'r', label: 'Red' },
    { id: 'o', label: 'Oil, olive' },
  ],
};

/** On a family that shows texts and buttons only, unless this says otherwise. */
const talkTo = (params: JsonObject = {}, can: ChannelCapabilities = {}) =>
  talkToBlock('ask_choices', { ...toppings, ...params }, { can });

const chosen = (typed: string, params: JsonObject = {}, payload?: string): JsonValue | undefined => {
  const talk = talkTo(params);
  talk.start();
  const step = talk.send({ type: 'text', text: typed, ...(payload !== undefined && { payload }) });
  return seen(step)[0] === '$success' ? talk.fields()['toppings']?.value : undefined;
};

describe('ask_choices', () => {
  it('[CX14] is a text with numbered lines where choices cannot be shown', () => {
    const talk = talkTo();
    const step = talk.start();
    expect(step.messages).toEqual([{ type: 'text', body: 'Toppings?\n1. Ham\n2. Red cheese\n3. Red\n4. Oil, olive' }]);
    expect(talk.expects()).toBeUndefined();
  });

  it('[CX14] is a dialog on native, and says how the answer is expected', () => {
    const talk = talkTo({ max: 2, doneLabel: 'Done, @{x}' }, { choices: true });
    const step = talk.start();
    const labels = ['Ham', 'Red cheese', 'Red', 'Oil, olive'];
    const payloads = ['$h', '$c', '$r', '$o'];
    expect(step.messages).toEqual([{ type: 'dialog', title: 'Toppings?', buttons: labels, payloads }]);
    expect(talk.expects()).toEqual({
      kind: 'choices',
      min: 1,
      max: 2,
      choices: labels.map((label, at) => ({ payload: payloads[at], label })),
      sendLabel: 'Done, ',
    });
  });

  const [ham, cheese, red, oil] = ['Ham', { id: 7 }, 'Red', 'Oil, olive'] as const;

  it.for<readonly [string, JsonValue | undefined]>([
    ['1, 3', [ham, red]],
    ['3 1', [ham, red]],
    ['3;1\n1', [ham, red]],
    ['(1)、２.', [ham, cheese]],
    ['①，③', [ham, red]],
    ['ham', [ham]],
    ['RED CHEESE', [cheese]],
    ['red, cheese', undefined],
    ['red red cheese', [cheese, red]],
    ['gouda ham', [ham, cheese]],
    ['oil, olive, 1', [ham, oil]],
    ['ham and red', undefined],
    ['5', undefined],
    ['0', undefined],
    ['1,0', undefined],
    ['', undefined],
    [' , ', undefined],
    ['hams', undefined],
    ['1 '.repeat(200), [ham]],
    ['1 '.repeat(201), undefined],
  ])('[CX15] understands %j as %j', ([typed, value]) => {
    expect(chosen(typed)).toEqual(value);
  });

  it.for<readonly [string, JsonValue | undefined]>([
    ['$r\n$h', [ham, red]],
    ['$r', [red]],
    ['$r\n$x', [ham]],
    ['-', undefined],
  ])('[CX15] the payload %j chooses %j, and an unknown one leaves the text to be read', ([payload, value]) => {
    expect(chosen('ham', {}, payload)).toEqual(value);
  });

  it.for<readonly [JsonObject, string, JsonValue | undefined]>([
    [{ min: 2 }, '1', undefined],
    [{ min: 2 }, '1 2', [ham, cheese]],
    [{ max: 2 }, '1 2 3', undefined],
    [{ max: 2 }, '1 2', [ham, cheese]],
    [{ min: 9 }, '1 2 3', undefined],
    [{ min: 9 }, '1 2 3 4', [ham, cheese, red, oil]],
    [{ min: 0 }, '0', []],
    [{ min: 0, doneLabel: 'Nothing else' }, 'nothing else', []],
    [{ min: 0, choices: [{ id: 'a', label: '0' }] }, '0', ['0']],
    [{ min: 'two', max: null }, '1', [ham]],
  ])('[CX16] with %j, %j is %j', ([params, typed, value]) => {
    expect(chosen(typed, params)).toEqual(value);
  });

  it('[CX15] shows how to choose none', () => {
    const choices = [{ id: 'a', label: 'A' }];
    expect(seen(talkTo({ min: 0, choices }).start())).toEqual(['Toppings?\n1. A\n0. –']);
    expect(seen(talkTo({ min: 0, choices, doneLabel: 'None' }).start())).toEqual(['Toppings?\n1. A\n0. None']);
  });

  it('[CX16] asks again after a wrong answer, and saves a list', () => {
    const talk = talkTo({ errorText: 'Which?' });
    talk.start();
    expect(seen(talk.say('all'))).toEqual(['Which?\n1. Ham\n2. Red cheese\n3. Red\n4. Oil, olive']);
    talk.say('1');
    expect(talk.fields()['toppings']).toEqual({ type: 'array', value: ['Ham'] });
  });

  it('[CX10][CX11] takes its choices from a Field, all on one page', () => {
    const fields = { all: { type: 'array', value: Array.from({ length: 101 }, (_, at) => `w${at + 1}`) } } as const;
    const params = { text: '?', source: 'list', list: 'all', destination: 'x' };
    const talk = talkToBlock('ask_choices', params, { fields, can: {} });
    expect(seen(talk.start())[0]?.split('\n')).toHaveLength(101);
    expect(seen(talk.say('101'))[0]).not.toBe('$success');
    expect([seen(talk.say('100 w3')), talk.fields()['x']?.value]).toEqual([['$success'], ['w3', 'w100']]);
    expect(seen(talkToBlock('ask_choices', { ...params, list: 'none' }).start())).toEqual(['(param_unusable)']);
  });

  it.for<readonly [JsonValue, boolean]>([
    [['Ham', { id: 7 }], true],
    [['Ham', 'Ham'], false],
    [['Ham', 'Fish'], false],
    [[], false],
    ['Ham', false],
  ])('[QN14] a Field that holds %j is an answer: %s', ([value, isTaken]) => {
    const fields = { toppings: { type: Array.isArray(value) ? 'array' : 'string', value } } as const;
    const talk = talkToBlock('ask_choices', { ...toppings, skipIfSet: true }, { fields: fields as never });
    expect(seen(talk.start())[0] === '$success').toBe(isTaken);
  });

  it('[TE73] samples are accepted', () => {
    for (const min of [undefined, 0, 3]) {
      const params = { ...toppings, ...(min !== undefined && { min }) };
      expect(chosen(String(sampleAnswers('ask_choices', params)[0]), params)).toHaveLength(min || 1);
    }
  });
});

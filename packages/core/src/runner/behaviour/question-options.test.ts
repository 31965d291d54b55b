import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { noon, seen, talkTo } from '../../../test/runner/talk.ts';
import { createConversation, readConversationState } from '../../domain/conversation/conversation-state.ts';
import { prepareBot } from '../../domain/conversation/prepared-bot.ts';
import type { Field } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { conversationRunner } from '../index.ts';

const buttons = [
  { id: 'a', label: 'Apples' },
  { id: 'b', label: '@{fruit}' },
];

describe('a quiet question', () => {
  it.for(['ask_question', 'ask_date', 'ask_number', 'ask_file'])('[QN2][QN6] %s says nothing and waits', (block) => {
    const talk = talkToBlock(block, { quiet: true, text: 'Never said' });
    const step = talk.start();
    expect([step.messages, step.state.at.kind]).toEqual([[], 'answer']);
  });

  it('[QN2] offers its buttons in a dialog without a title', () => {
    const start = (block: string, params: JsonObject) =>
      talkToBlock(block, { quiet: true, ...params }).start().messages;
    expect(start('ask_yes_no', {})).toEqual([
      { type: 'dialog', title: '', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] },
    ]);
    expect(start('buttons', { buttons: [{ id: 'a', label: 'Apples' }] })).toMatchObject([{ title: '' }]);
  });

  it.for([
    ['ask_email', {}, []],
    ['ask_email', { errorText: 'No mail.' }, ['No mail.']],
    ['ask_email', { errorTexts: ['Once more.'] }, ['Once more.']],
    ['ask_email', { errorTexts: [' '], text: 'Mail?' }, []],
    ['ask_date', {}, []],
    ['ask_yes_no', {}, []],
    ['ask_yes_no', { errorText: 'Well?' }, ['Well? [Yes|No]']],
  ] as const)('[QN8] %s with %j says %j after a wrong answer', ([block, params, said]) => {
    const talk = talkToBlock(block, { quiet: true, ...params });
    talk.start();
    const step = talk.say('nonsense');
    expect([seen(step), step.state.at.kind]).toEqual([said, 'answer']);
  });

  it('[QN8] still takes a press after a wrong answer', () => {
    const talk = talkToBlock('ask_yes_no', { quiet: true });
    talk.start();
    talk.say('nonsense');
    expect(seen(talk.press('$no'))).toEqual(['$no']);
  });
});

describe('words after a wrong answer', () => {
  const said = (params: JsonObject, count: number) => {
    const talk = talkToBlock('ask_email', { text: 'Mail?', errorText: 'No.', ...params });
    talk.start();
    return Array.from({ length: count }, () => seen(talk.say('nonsense'))[0]);
  };

  it.for<readonly [JsonValue, readonly string[]]>([
    [
      ['One @{x}', 'Two', 'Three'],
      ['One ', 'Two', 'Three', 'Three'],
    ],
    [
      ['One', ' ', 3],
      ['One', 'No.', 'No.', 'No.'],
    ],
    [[], ['No.', 'No.', 'No.', 'No.']],
    ['One', ['No.', 'No.', 'No.', 'No.']],
  ])('[QN7] errorTexts %j are said one after the other', ([errorTexts, expected]) => {
    expect(said({ errorTexts }, 4)).toEqual(expected);
  });

  it('[QN7] the count is in the memory of the question, and begins anew at the question', () => {
    const diagram = diagramOf(
      {
        welcome: ['ask_email', { text: 'Mail?', errorTexts: ['One', 'Two'] }],
        again: ['ask_yes_no', { text: 'Again?' }],
      },
      ['welcome.$success--again', 'again.$yes--welcome'],
    );
    const talk = talkTo(diagram);
    talk.start();
    expect(talk.say('x').state.at).toMatchObject({ memory: { wrong: 1 } });
    expect(seen(talk.say('x'))).toEqual(['Two']);
    talk.say('ada@example.org');
    talk.say('yes');
    expect(seen(talk.say('x'))).toEqual(['One']);
  });

  it('[QN7] without errorTexts nothing is counted', () => {
    const talk = talkToBlock('ask_email', { text: 'Mail?', errorText: 'No.' });
    talk.start();
    expect(talk.say('x').state).toMatchObject({ at: { memory: {} } });
  });

  it('[QN7] buttons and ask_yes_no say them as the title of the dialog', () => {
    const talk = talkToBlock('ask_yes_no', { text: 'Sure?', errorTexts: ['Yes or no?', 'Press one.'] });
    talk.start();
    expect([talk.say('x'), talk.say('x')].flatMap(seen)).toEqual(['Yes or no? [Yes|No]', 'Press one. [Yes|No]']);
  });
});

describe('several wordings', () => {
  const wordings = ['One', 'Two', 'Three', 'Four'];
  const varied = { text: 'One', variations: ['Two', 'Three', ' ', 7, 'Four'] };

  it.for(['send_text', 'opening'])('[QN9][QN11] %s never says the same twice running', (block) => {
    const diagram = diagramOf({ welcome: [block, varied], ask: ['ask_question', { text: '?' }] }, [
      'welcome.$success--ask',
      'ask.$success--welcome',
    ]);
    const talk = talkTo(diagram);
    const said = [talk.start(), ...Array.from({ length: 80 }, () => talk.say('go'))].map((step) => seen(step)[0] ?? '');
    expect([...new Set(said)].toSorted()).toEqual(wordings.toSorted());
    expect(said.filter((text, nth) => text === said[nth - 1])).toEqual([]);
  });

  it('[QN9] a question varies its words when it asks again', () => {
    const talk = talkToBlock('ask_email', varied);
    const said = [talk.start(), ...Array.from({ length: 40 }, () => talk.say('nonsense'))].flatMap(seen);
    expect(said.filter((text) => !wordings.includes(text))).toEqual([]);
    expect(said.filter((text, nth) => text === said[nth - 1])).toEqual([]);
    expect(new Set(said).size).toBe(4);
  });

  it('[QN9] buttons vary their title, and opening needs no text', () => {
    expect(seen(talkToBlock('ask_yes_no', { variations: ['Sure?'] }).start())).toEqual(['Sure? [Yes|No]']);
    expect(seen(talkToBlock('opening', { variations: ['Hi @{x}!'] }).start())).toEqual(['Hi !', '$success']);
    expect(seen(talkToBlock('opening', { variations: ['', 5] }).start())).toEqual(['$success']);
  });

  it('[QN11] in one step, too, a block never says the same twice running', () => {
    const often = { text: 'A', variations: ['B'] };
    const diagram = diagramOf({ welcome: ['send_text', often] }, ['welcome.$success--welcome']);
    const said = seen(talkTo(diagram).start()).slice(0, -1);
    expect(said.length).toBeGreaterThan(400);
    expect(said.filter((text, nth) => text === said[nth - 1])).toEqual([]);
  });

  it('[QN11] conversations differ', () => {
    const bot = prepareBot({
      number: 1,
      channelFamily: 'native',
      diagram: diagramOf({ welcome: ['send_text', varied] }),
    });
    const begin = (id: string) =>
      conversationRunner().step(bot, createConversation(id, 1), { kind: 'start' }, { now: noon, fields: {} });
    const said = Array.from({ length: 60 }, (_, nth) => seen(begin(`c${nth}`))[0]);
    expect(new Set(said).size).toBe(4);
  });

  it('[QN12] the state remembers 50 blocks, and can be read', () => {
    const ids = Array.from({ length: 60 }, (_, nth) => (nth === 0 ? 'welcome' : `n${nth}`));
    const blocks = Object.fromEntries(ids.map((id) => [id, ['send_text', varied] as const]));
    const { state } = talkTo(
      diagramOf(
        blocks,
        ids.slice(1).map((id, nth) => `${ids[nth]}.$success--${id}`),
      ),
    ).start();
    expect(state.wordings).toHaveLength(50);
    expect(readConversationState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    expect(readConversationState({ ...state, wordings: [[1, 'x']] })).toBeUndefined();
  });

  it('[QN12] without variations it remembers nothing', () => {
    expect(talkToBlock('send_text', { text: 'Hi' }).start().state).not.toHaveProperty('wordings');
  });
});

describe('a question that is asked only if unknown', () => {
  /** What the visitor reads first: the output that was taken, or the question. */
  const first = (block: string, params: JsonObject, field: Field | undefined) => {
    const options = field === undefined ? {} : { fields: { x: field } };
    const talk = talkToBlock(block, { text: 'Asked', destination: 'x', skipIfSet: true, ...params }, options);
    const said = seen(talk.start())[0]?.replace(/ \[.*/, '');
    const { type, value } = talk.fields()['x'] ?? {};
    return [said, type, value];
  };
  const text = (value: string): Field => ({ type: 'string', value });
  const float = (value: number): Field => ({ type: 'float', value });

  it.for<readonly [string, JsonObject, Field | undefined, readonly (JsonValue | undefined)[]]>([
    ['ask_question', {}, undefined, ['Asked', undefined, undefined]],
    ['ask_question', {}, text(' '), ['Asked', 'string', ' ']],
    ['ask_question', {}, text('Ada'), ['$success', 'string', 'Ada']],
    ['ask_question', {}, float(1.5), ['$success', 'string', '1.5']],
    ['ask_question', { minChars: 5 }, text('Ada'), ['Asked', 'string', 'Ada']],
    ['ask_question', {}, { type: 'array', value: ['a'] }, ['Asked', 'array', ['a']]],
    ['ask_question', { skipIfSet: false }, text('Ada'), ['Asked', 'string', 'Ada']],
    ['ask_question', { skipIfSet: 'yes' }, text('Ada'), ['Asked', 'string', 'Ada']],
    ['ask_email', {}, text('ada@example.org'), ['$success', 'string', 'ada@example.org']],
    ['ask_email', {}, text('ada'), ['Asked', 'string', 'ada']],
    ['ask_phone', {}, text('+1 (202) 555-0123'), ['$success', 'string', '+12025550123']],
    ['ask_file', {}, text('https://example.org/a.pdf'), ['$success', 'string', 'https://example.org/a.pdf']],
    ['ask_number', { decimal: 'comma' }, float(1.234), ['$success', 'float', 1.234]],
    ['ask_number', { decimal: 'comma' }, text('1.234'), ['$success', 'float', 1234]],
    ['ask_number', { decimal: 'ask' }, float(1.234), ['$success', 'float', 1.234]],
    ['ask_number', { max: 3 }, float(4), ['Asked', 'float', 4]],
    ['ask_number', {}, { type: 'integer', value: 4 }, ['$success', 'float', 4]],
    ['ask_date', { format: ['%Y-%d-%m'] }, { type: 'date', value: '2026-05-06' }, ['$success', 'date', '2026-05-06']],
    ['ask_date', { format: ['%Y-%d-%m'] }, text('2026-05-06'), ['$success', 'date', '2026-06-05']],
    ['ask_date', {}, float(5), ['Asked', 'float', 5]],
    ['ask_yes_no', {}, { type: 'boolean', value: false }, ['$no', 'boolean', false]],
    ['ask_yes_no', {}, text('YES'), ['$yes', 'boolean', true]],
    ['ask_yes_no', {}, text('$yes'), ['Asked', 'string', '$yes']],
    ['ask_yes_no', {}, text('1'), ['Asked', 'string', '1']],
    ['buttons', { buttons }, text(' apples'), ['$a', 'string', 'Apples']],
    ['buttons', { buttons }, text('b'), ['$b', 'string', 'b']],
    ['buttons', { buttons }, text('Pears'), ['Asked', 'string', 'Pears']],
    ['buttons', { buttons: [{ id: 'three', label: '3' }] }, float(3), ['$three', 'string', '3']],
  ])('[QN13][QN14][QN17] %s with %j and the Field %j', ([block, params, field, expected]) => {
    expect(first(block, params, field)).toEqual(expected);
  });

  it('[QN17] an answer that the Field holds already is not written', () => {
    const options = { fields: { x: { type: 'string', value: 'Ada' } } } as const;
    const talk = talkToBlock('ask_name', { text: '?', destination: '@{x}', skipIfSet: true }, options);
    expect([seen(talk.start()), talk.start().writes]).toEqual([['$success'], []]);
  });

  it('[QN13][RN18] a loop of skipped questions ends with an error', () => {
    const question = ['ask_name', { text: '?', destination: 'x', skipIfSet: true }] as const;
    const diagram = diagramOf({ welcome: question }, ['welcome.$success--welcome']);
    const talk = talkTo(diagram, { fields: { x: { type: 'string', value: 'Ada' } } });
    expect(seen(talk.start())).toEqual(['(endless_loop)']);
  });
});

describe('how an answer is expected', () => {
  const expected = (block: string, params: JsonObject, fields: Readonly<Record<string, Field>> = {}) => {
    const runner = conversationRunner();
    const diagram = diagramOf({ welcome: [block, { text: '?', ...params }] });
    const bot = prepareBot({ number: 1, channelFamily: 'native', diagram });
    const context = { now: noon, fields };
    const { state } = runner.step(bot, createConversation('c', 1), { kind: 'start' }, context);
    return runner.expects?.(bot, state, context);
  };

  const offered = (...choices: readonly (readonly [string, string])[]) => ({
    kind: 'choice',
    choices: choices.map(([payload, label]) => ({ payload, label })),
  });

  it.for<readonly [string, JsonObject, object | undefined]>([
    ['ask_question', {}, { kind: 'text' }],
    ['ask_name', {}, { kind: 'name' }],
    ['ask_email', {}, { kind: 'email' }],
    ['ask_phone', {}, { kind: 'phone' }],
    ['ask_url', {}, { kind: 'url' }],
    ['ask_number', {}, { kind: 'number' }],
    ['ask_number', { min: 1, max: '@{most}' }, { kind: 'number', min: 1, max: 9 }],
    ['ask_date', { showDatePicker: true }, { kind: 'date', format: 'yyyy-MM-dd' }],
    ['ask_file', {}, { kind: 'file' }],
    ['ask_yes_no', {}, offered(['$yes', 'Yes'], ['$no', 'No'])],
    ['buttons', { buttons }, offered(['$a', 'Apples'], ['$b', 'b'])],
    [
      'buttons',
      { source: 'list', list: 'towns', labelPath: '/name' },
      offered(['$item:1', 'Ulm'], ['$item:2', 'Graz']),
    ],
    ['buttons', { source: 'list', list: 'none' }, undefined],
    ['send_text', {}, undefined],
  ])('[QN20] %s with %j: %j', ([block, params, kind]) => {
    const towns: Field = { type: 'array', value: [{ name: 'Ulm' }, { name: 'Graz' }] };
    expect(expected(block, params, { most: { type: 'string', value: '9' }, towns })).toEqual(kind);
  });

  it('[QN21] the words of the field are filled, and left out when blank', () => {
    const words = { placeholder: 'As @{x}', sendLabel: 'Go' };
    const x: Field = { type: 'string', value: 'Ada'.repeat(100) };
    expect(expected('ask_email', words, { x })).toEqual({
      kind: 'email',
      placeholder: `As ${x.value}`.slice(0, 200),
      sendLabel: 'Go',
    });
    expect(expected('ask_date', { placeholder: '@{y}', sendLabel: ' ' })).toEqual({ kind: 'date' });
    expect(expected('ask_question', { placeholder: 5 })).toEqual({ kind: 'text' });
  });

  it('[QN20] typed questions leave the state as it was', () => {
    const { at } = talkToBlock('ask_email', { text: '?', placeholder: 'Mail' }).start().state;
    expect(at).toEqual({ kind: 'answer', node: 'welcome', template: 'var_email', memory: {} });
  });

  it('[QN20] a block that changed, or costs too much, does not tell', () => {
    const runner = conversationRunner();
    const make = (block: string, params: JsonObject) =>
      prepareBot({ number: 1, channelFamily: 'native', diagram: diagramOf({ welcome: [block, params] }) });
    const context = { now: noon, fields: {} };
    const bot = make('ask_email', { text: '?', placeholder: 'x'.repeat(10_000) });
    const { state } = runner.step(bot, createConversation('c', 1), { kind: 'start' }, context);
    expect(runner.expects?.(make('ask_name', { text: '?' }), state, context)).toBeUndefined();
    const bounds = { work: 10, fields: { count: 1, fieldBytes: 1, totalBytes: 1 } };
    expect(runner.expects?.(bot, state, { ...context, bounds })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen, talkTo } from '../../../test/runner/talk.ts';
import type { LanguageModelEffect } from '../../domain/conversation/effects.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { languageModel as definition } from './definition.ts';

const fields: Fields = {
  who: { type: 'string', value: 'Ada @{#last} @{secret}' },
  secret: { type: 'string', value: 'hunter2' },
};
const given = { model: 'small', instructions: 'Be brief.' };
const usage = { in: 1, out: 1 };

const talkOf = (params: JsonObject = {}) => talkToBlock('language_model', { ...given, ...params }, { fields });
const effectOf = (params: JsonObject = {}) => talkOf(params).start().effects[0] as LanguageModelEffect;

/** What the block does with an answer. */
function taken(params: JsonObject, answer: JsonValue): readonly [readonly string[], JsonObject] {
  const talk = talkOf(params);
  talk.start();
  const step = talk.succeed(answer);
  return [
    seen(step),
    Object.fromEntries(
      step.writes.map((write) => [write.name, write.kind === 'set' ? [write.type, write.value] : null]),
    ),
  ];
}

describe('the request', () => {
  it('[LM3][LM20] is an effect that the conversation awaits, with a placeholder for the last text', () => {
    const effect = effectOf();
    const placeholder = effect.late?.['#last'] ?? '';
    expect(placeholder).toMatch(/^\[#last [0-9a-z]+\]$/);
    expect(effect).toEqual({
      id: 'talk/1/1',
      node: 'welcome',
      awaited: true,
      kind: 'language_model',
      model: 'small',
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: placeholder },
      ],
      late: { '#last': placeholder },
      history: 20,
      isSaid: true,
      fills: [],
      tools: [],
      maxTokens: 800,
    });
  });

  it('[LM3] has the form that the params give it', () => {
    const params = {
      input: 'I am @{who}',
      history: 'none',
      say: false,
      maxTokens: 16,
      temperature: 0,
      fills: [{ destination: '@{size}', type: 'integer', description: 'Size', required: true }, {}, 7],
      tools: [
        {
          id: 'book',
          name: 'book_table',
          description: 'Books',
          fills: [{ destination: 'day', type: 'date', description: '' }],
        },
        { id: '', name: 'x', description: '' },
      ],
    };
    expect(effectOf(params)).toEqual({
      id: 'talk/1/1',
      node: 'welcome',
      awaited: true,
      kind: 'language_model',
      model: 'small',
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'I am Ada @{#last} @{secret}' },
      ],
      fills: [{ name: 'size', type: 'integer', description: 'Size', required: true }],
      tools: [
        {
          name: 'book_table',
          description: 'Books',
          fills: [{ name: 'day', type: 'date', description: '', required: false }],
        },
      ],
      maxTokens: 16,
      temperature: 0,
    });
  });

  it('[LM4][LM20] has no late reference in the message of the system, and none that a Field has', () => {
    const effect = effectOf({ instructions: 'Say @{#last} of @{#transcript}.', input: '@{who}: @{#transcript}' });
    expect(effect.messages).toEqual([
      { role: 'system', text: 'Say  of .' },
      { role: 'user', text: `Ada @{#last} @{secret}: ${effect.late?.['#transcript']}` },
    ]);
  });

  it('[LM3] leaves out a message without a visible character', () => {
    expect(effectOf({ instructions: ' ', input: '@{nobody}' }).messages).toEqual([]);
  });
});

describe('the answer', () => {
  it.for<readonly [JsonObject, JsonValue, readonly string[], JsonObject]>([
    [{ destination: 'a' }, { text: ' Hi **Ada** ', usage }, ['Hi Ada', '$success'], { a: ['string', 'Hi Ada'] }],
    [{ format: 'plain' }, { text: '**Hi**', usage }, ['**Hi**', '$success'], {}],
    [{ say: false, destination: 'a' }, { text: 'Hi', usage }, ['$success'], { a: ['string', 'Hi'] }],
    [
      {},
      { text: 'Key: @{secret} `@{secret}` [a](https://x.org/@{secret})', usage },
      ['Key: @{secret} @{secret} a (https://x.org/%40%7Bsecret%7D)', '$success'],
      {},
    ],
    [{}, { text: '', usage }, ['$failed'], {}],
    [{}, { text: '\u200b', usage }, ['$failed'], {}],
    [{}, { text: 7, usage }, ['$failed'], {}],
    [{}, 'Hi', ['$failed'], {}],
    [{}, { text: 'Hi', tool: { name: 'nuke', fields: {} }, usage }, ['$failed'], {}],
  ])('[LM5][LM7][LM9] with %j, %j: %j', ([params, answer, said, writes]) => {
    expect(taken(params, answer)).toEqual([said, writes]);
  });

  it('[LM7] is cut at a sentence when it is longer than 10,000 code points', () => {
    const [[said = '']] = taken({ format: 'plain' }, { text: `${'😀'.repeat(9_000)}. ${'x'.repeat(5_000)}`, usage });
    expect([...said].length).toBe(9_001);
    const [[long = '']] = taken({ format: 'plain' }, { text: 'x'.repeat(10_485_760), usage });
    expect(long).toBe('x'.repeat(10_000));
  });

  const fill = (type: string, required = true) => [{ destination: 'a', type, description: '', required }];

  it.for<readonly [string, JsonValue, JsonValue]>([
    ['string', 'x', ['string', 'x']],
    ['integer', 3, ['integer', 3]],
    ['number', 3, ['float', 3]],
    ['number', 2.5, ['float', 2.5]],
    ['boolean', false, ['boolean', false]],
    ['date', '2026-11-28', ['date', '2026-11-28']],
    ['list', ['x', 1], ['array', ['x', 1]]],
  ])('[LM5] a fill of the type %s takes %j', ([type, value, written]) => {
    expect(taken({ fills: fill(type) }, { fields: { a: value, other: 1 }, usage })).toEqual([
      ['$success'],
      { a: written },
    ]);
  });

  it.for<readonly [string, JsonValue]>([
    ['string', 3],
    ['string', 'a\u0000'],
    ['integer', '3'],
    ['integer', 2.5],
    ['integer', 2 ** 53],
    ['number', '2.5'],
    ['boolean', 'true'],
    ['boolean', 1],
    ['date', '2026-02-30'],
    ['date', '2026-11-28T10:00:00Z'],
    ['date', 'tomorrow'],
    ['list', 'x'],
    ['list', { a: 1 }],
    ['string', null],
  ])('[LM5] a fill of the type %s refuses %j', ([type, value]) => {
    expect(taken({ fills: fill(type) }, { text: 'Hi', fields: { a: value }, usage })).toEqual([['$failed'], {}]);
  });

  it('[LM5] a value that is not required may be missing', () => {
    const params = { fills: fill('string', false) };
    expect(taken(params, { text: 'Hi', usage })).toEqual([['Hi', '$success'], {}]);
    expect(taken(params, { text: 'Hi', fields: { a: null }, usage })).toEqual([['Hi', '$success'], {}]);
    expect(taken(params, { fields: {}, usage })).toEqual([['$failed'], {}]);
    expect(taken({ fills: fill('string') }, { text: 'Hi', fields: [], usage })).toEqual([['$failed'], {}]);
  });

  const tools = [{ id: 'book', name: 'book_table', description: '', fills: fill('integer') }];

  it.for<readonly [JsonValue, readonly string[], JsonObject]>([
    [{ tool: { name: 'book_table', fields: { a: 2 } }, usage }, ['$book'], { a: ['integer', 2] }],
    [
      { text: 'One moment', tool: { name: 'book_table', fields: { a: 2 } }, usage },
      ['One moment', '$book'],
      { a: ['integer', 2] },
    ],
    [{ tool: { name: 'book_table', fields: { a: '2' } }, usage }, ['$failed'], {}],
    [{ tool: { name: 'book_table', fields: {} }, usage }, ['$failed'], {}],
    [{ tool: { name: 'book', fields: { a: 2 } }, usage }, ['$failed'], {}],
    [{ tool: { name: '__proto__', fields: {} }, usage }, ['$failed'], {}],
    [{ tool: 'book_table', usage }, ['$failed'], {}],
  ])('[LM6] the call %j is an exit: %j', ([answer, said, writes]) => {
    expect(taken({ tools, turns: 9 }, answer)).toEqual([said, writes]);
  });

  it.for(['timeout', 'host_failed', 'no_host', 'brand_tokens'])('[LM5] the failure %s leaves by $failed', (reason) => {
    const talk = talkOf();
    talk.start();
    const step = talk.fail(reason);
    expect([seen(step), step.writes]).toEqual([['$failed'], []]);
  });

  it('[LM5] a Field that cannot be stored leaves by $failed, with nothing said', () => {
    const talk = talkOf({ destination: 'a', format: 'plain', fills: fill('string') });
    talk.start();
    const step = talk.succeed({ text: 'Hi', fields: { a: 'x'.repeat(70_000) }, usage });
    expect([seen(step), step.writes]).toEqual([['$failed'], []]);
  });
});

describe('several turns', () => {
  it('[LM8] waits for the visitor between two answers, and leaves after the last one', () => {
    const talk = talkOf({ turns: 2, input: 'Greet @{secret}' });
    expect((talk.start().effects[0] as LanguageModelEffect).messages.at(-1)?.text).toBe('Greet hunter2');
    const first = talk.succeed({ text: 'Hello', usage });
    expect([seen(first), first.state.at.kind, talk.expects()]).toEqual([['Hello'], 'answer', { kind: 'text' }]);
    const again = talk.say('And?').effects[0] as LanguageModelEffect;
    expect([again.id, again.messages.at(-1)?.text]).toEqual(['talk/3/1', again.late?.['#last']]);
    expect(seen(talk.succeed({ text: 'Bye', usage }))).toEqual(['Bye', '$success']);
  });

  it('[LM8] a failure at any turn leaves by $failed', () => {
    const talk = talkOf({ turns: 50 });
    talk.start();
    talk.succeed({ text: 'Hello', usage });
    talk.say('And?');
    expect(seen(talk.fail('timeout'))).toEqual(['$failed']);
  });
});

it.for<readonly [JsonObject, readonly string[]]>([
  [{}, []],
  [{ fills: [{ destination: 'a', type: 'float', description: '' }] }, ['param_enum fills/0/type']],
  [
    { fills: [{ destination: ' ', type: 'list', description: '' }, 7] },
    ['param_pattern fills/0/destination', 'param_type fills/1'],
  ],
  [{ fills: [{ destination: 'a', type: 'list', description: '', required: 'yes' }] }, ['param_type fills/0/required']],
  [{ tools: [{ id: 'a', name: ' ', description: '' }] }, ['param_non_empty tools/0/name']],
  [
    {
      tools: [
        { id: 'a', name: 'a', description: '', fills: 7 },
        { name: 'b', description: '' },
      ],
    },
    ['param_required tools/1', 'param_type tools/0/fills'],
  ],
  [
    { tools: [{ id: 'a', name: 'a', description: '', fills: [{ destination: 'x', description: '' }] }] },
    ['param_required tools/0/fills/0'],
  ],
  [{ tools: [{ id: 'a', name: 'a', description: '', fills: Array(51).fill({}) }] }, ['param_max_items tools/0/fills']],
])('[LM2] the params %j break %j', ([params, broken]) => {
  const problems = definition.check?.({ ...given, ...params }) ?? [];
  expect(problems.map(({ code, param, at = [] }) => `${code} ${[param, ...at].join('/')}`).sort()).toEqual(broken);
});

it('[LM1] names the Fields that it certainly fills', () => {
  const fill = (destination: string, required: boolean) => ({ destination, type: 'string', description: '', required });
  const params = {
    destination: 'text',
    fills: [fill('sure', true), fill('maybe', false)],
    tools: [{ id: 'go', name: 'go', description: '', fills: [fill('day', true), fill('hour', false)] }],
  };
  const after = (output: string, of: JsonObject = params) => definition.fieldsAfter?.(of, output);
  expect([after('$success'), after('$go'), after('$failed'), after('$success', { destination: 'text' })]).toEqual([
    ['sure'],
    ['day'],
    [],
    ['text'],
  ]);
  expect(definition.setsFields?.(params)).toEqual(['text', 'sure', 'maybe', 'day', 'hour']);
});

it.for(['success', 'failed', ' '])('[LM2] a tool has an output of its own: %j is refused', (id) => {
  const tools = [{ id, name: 'call', description: '' }];
  expect(definition.check?.({ ...given, tools })).toMatchObject([{ code: 'param_pattern', at: [0, 'id'] }]);
});

it('[KW10] waits for the visitor again, at the same turn, after words that work anywhere', () => {
  const help = { id: 'help', texts: ['help'] };
  const talk = talkTo(
    diagramOf(
      {
        welcome: ['language_model', { ...given, turns: 2 }],
        words: ['keywords', { words: [help], afterwards: 'come_back' }],
        helping: ['send_text', { text: 'Call us.' }],
        done: ['send_text', { text: 'Done.' }],
      },
      ['words.$help--helping', 'welcome.$success--done'],
    ),
  );
  talk.start();
  expect(seen(talk.succeed({ text: 'One', usage }))).toEqual(['One']);
  const helped = talk.say('help');
  expect([seen(helped), helped.effects, helped.state.at.kind]).toEqual([['Call us.'], [], 'answer']);
  expect(seen(talk.say('help'))).toEqual(['Call us.']);
  expect(talk.say('And?').effects).toHaveLength(1);
  expect(seen(talk.succeed({ text: 'Two', usage }))).toEqual(['Two', 'Done.']);
});

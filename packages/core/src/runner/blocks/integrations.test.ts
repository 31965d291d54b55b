import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { conversationRunner } from '../index.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, n: { type: 'integer', value: 3 } };

describe('code', () => {
  it('[RN102] goes to the host as it is', () => {
    const source = 'throw new Error("@{who}")';
    expect(talkToBlock('code', { source }, { fields }).start().effects).toEqual([
      { id: 'talk/1/1', node: 'welcome', awaited: true, kind: 'code', source },
    ]);
  });

  it('[RN102] the Fields that come back are written by their types', () => {
    const talk = talkToBlock('code', { source: 'x' }, { fields });
    talk.start();
    const step = talk.succeed({ fields: { a: 'x', b: 2.5, who: null, '': 1, '@{c}': [true] } });
    expect([seen(step), talk.fields()]).toEqual([
      ['$success'],
      {
        n: { type: 'integer', value: 3 },
        a: { type: 'string', value: 'x' },
        b: { type: 'float', value: 2.5 },
        c: { type: 'array', value: [true] },
      },
    ]);
  });

  it.for([undefined, null, 7, {}, { fields: [] }])('[RN102] %j is a success with no Fields', (value) => {
    const talk = talkToBlock('code', { source: 'x' });
    talk.start();
    const step = talk.succeed(value);
    expect([seen(step), step.writes]).toEqual([['$success'], []]);
  });

  it('[RN45][RN102] a failure writes nothing, nor does a Field that cannot be kept', () => {
    const talk = talkToBlock('code', { source: 'x' });
    talk.start();
    const failed = talk.fail();
    talk.start();
    const large = talk.succeed({ fields: { a: 1, b: 'x'.repeat(1_048_577) } });
    expect([failed, large].map((step) => [seen(step), step.writes])).toEqual([
      [['$failed'], []],
      [['$failed'], []],
    ]);
  });
});

const sheet = { auth_id: 'acc', spreadsheet_id: 'doc', sheet_name: 'Tab @{who}' };
const place = { authId: 'acc', spreadsheetId: 'doc', sheetName: 'Tab @{who}' };
const base = { id: 'talk/1/1', node: 'welcome', awaited: true, kind: 'spreadsheet', ...place };

describe('spreadsheets', () => {
  it('[RN103] insert_row gives the cells to write', () => {
    const selectors = [
      { selectorValue: 1, value: '@{who}!' },
      { selectorValue: '3', value: '@{n}' },
      { selectorValue: 4, value: 5 },
      { selectorValue: 5 },
      { selectorValue: 0, value: 'x' },
      { selectorValue: 'B', value: 'x' },
      { selectorValue: 1.5, value: 'x' },
      'x',
    ];
    const step = talkToBlock('spreadsheets', { ...sheet, action: 'insert_row', selectors }, { fields }).start();
    const cells = [
      { column: 1, value: 'Ada!' },
      { column: 3, value: '3' },
      { column: 4, value: '5' },
      { column: 5, value: '' },
    ];
    expect(step.effects).toEqual([{ ...base, action: 'insert_row', cells }]);
  });

  it('[RN103] update_row gives the row and the cells to write', () => {
    const params = {
      ...sheet,
      action: 'update_row',
      selectors: [{ selectorValue: 2, value: 'x' }],
      reference: { selectorValue: 1, value: '@{who}' },
    };
    expect(talkToBlock('spreadsheets', params, { fields }).start().effects).toEqual([
      { ...base, action: 'update_row', cells: [{ column: 2, value: 'x' }], reference: { column: 1, value: 'Ada' } },
    ]);
  });

  const get: JsonObject = {
    ...sheet,
    action: 'get_row',
    selectors: [
      { selectorValue: 2, value: '@{city}' },
      { selectorValue: 3, value: 'zip' },
      { selectorValue: 4, value: '' },
    ],
    reference: { selectorValue: 1, value: '@{who}' },
  };

  it('[RN103] get_row gives the row and the columns to read', () => {
    expect(talkToBlock('spreadsheets', get, { fields }).start().effects).toEqual([
      {
        ...base,
        action: 'get_row',
        cells: [
          { column: 2, value: '' },
          { column: 3, value: '' },
          { column: 4, value: '' },
        ],
        reference: { column: 1, value: 'Ada' },
      },
    ]);
  });

  it('[RN104] the cells of the row are written to the Fields that the selectors name', () => {
    const talk = talkToBlock('spreadsheets', get);
    talk.start();
    const cells = [{ column: 2, value: 'Paris' }, { column: 3, value: 75_000 }, { column: 4, value: 'x' }, null];
    expect([seen(talk.succeed({ cells })), talk.fields()]).toEqual([
      ['$success'],
      { city: { type: 'string', value: 'Paris' }, zip: { type: 'integer', value: 75_000 } },
    ]);
  });

  it.for<JsonValue | undefined>([undefined, null, {}, { cells: 'none' }])(
    '[RN104] an answer of %j has no row, and $failed is taken',
    (value) => {
      const talk = talkToBlock('spreadsheets', get);
      talk.start();
      expect(seen(talk.succeed(value))).toEqual(['$failed']);
    },
  );

  it.for(['insert_row', 'update_row', 'get_row'])('[RN103][RN104] a failed %s is left by $failed', (action) => {
    const talk = talkToBlock('spreadsheets', { ...get, action });
    talk.start();
    expect(seen(talk.fail())).toEqual(['$failed']);
  });

  it.for(['insert_row', 'update_row'])('[RN103] %s needs no answer', (action) => {
    const talk = talkToBlock('spreadsheets', { ...get, action });
    talk.start();
    const step = talk.succeed();
    expect([seen(step), step.writes]).toEqual([['$success'], []]);
  });

  it.for([
    [{ action: 'update_row', reference: null }],
    [{ action: 'get_row', reference: { selectorValue: 'A', value: 'x' } }],
    [{ action: 'get_row', reference: [] }],
  ] as const)('[RN105] params such as %j ask for nothing, and $failed is taken', ([params]) => {
    const step = talkToBlock('spreadsheets', { ...get, ...params }).start();
    expect([seen(step), step.effects]).toEqual([['$failed'], []]);
  });
});

describe('scheduler', () => {
  const booking = { auth_id: 'acc', scheduling_url: 'https://book.example/ada?name=@{who}' };

  it('[RN106] sends the page to book on and awaits the booking', () => {
    const talk = talkToBlock('scheduler', booking, { fields });
    const step = talk.start();
    const schedulingUrl = 'https://book.example/ada?name=Ada';
    expect([step.messages, step.effects]).toEqual([
      [{ type: 'text', body: schedulingUrl }],
      [{ id: 'talk/1/1', node: 'welcome', awaited: true, kind: 'scheduler', authId: 'acc', schedulingUrl }],
    ]);
    expect(seen(talk.succeed())).toEqual(['$success']);
  });

  it('[RN106] goes on whatever comes of it', () => {
    const talk = talkToBlock('scheduler', booking);
    talk.start();
    expect(seen(talk.fail())).toEqual(['$success']);
  });

  it.for(['', 'tomorrow'])('[RN107] without a page it ends with an error: %j', (scheduling_url) => {
    expect(seen(talkToBlock('scheduler', { ...booking, scheduling_url }).start())).toEqual(['(param_unusable)']);
  });
});

describe('ai_agent', () => {
  const agent: JsonObject = {
    assistantId: 'helper',
    outputs: [{ id: 'done', name: 'Done' }, { id: 'human', name: 'Human' }, {}, 7],
  };
  const request = {
    node: 'welcome',
    awaited: true,
    kind: 'ai_agent',
    session: 'talk/1/welcome',
    assistantId: 'helper',
    exits: [
      { id: 'done', name: 'Done' },
      { id: 'human', name: 'Human' },
    ],
  };

  it('[RN108] is asked to begin, then for every message, in one session', () => {
    const talk = talkToBlock('ai_agent', agent);
    expect(talk.start().effects).toEqual([{ ...request, id: 'talk/1/1' }]);
    const spoken = talk.succeed({ messages: ['Hello!', 'How can I help?', ' ', '\u200b\u3164', 7] });
    expect([seen(spoken), spoken.state.at.kind]).toEqual([['Hello!', 'How can I help?'], 'answer']);
    expect(talk.say('With this').effects).toEqual([
      { ...request, id: 'talk/3/1', message: { type: 'text', text: 'With this' } },
    ]);
  });

  it('[RN108] entering the block again begins another session', () => {
    const talk = talkToBlock('ai_agent', { outputs: agent['outputs'] ?? [] });
    talk.start();
    expect(talk.start().effects).toMatchObject([{ session: 'talk/2/welcome' }]);
  });

  it('[RN109] leaves by the exit that it takes, with its last words and Fields', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    const step = talk.succeed({ messages: ['Bye'], exit: 'done', fields: { mood: 'good' } });
    expect([seen(step), talk.fields()]).toEqual([['Bye', '$done'], { mood: { type: 'string', value: 'good' } }]);
  });

  it('[RN109] listens again when it says nothing and takes no exit', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    const step = talk.succeed();
    expect([seen(step), step.state.at.kind]).toEqual([[], 'answer']);
  });

  it('[RN2][RN109] may say more than a call has arguments', () => {
    const talk = talkToBlock('ai_agent', agent, { runner: conversationRunner({ limits: { work: 1e9 } }) });
    talk.start();
    const words = Array.from({ length: 200_000 }, (_, index) => `${index}`);
    expect(talk.succeed({ messages: words }).messages.length).toBe(200_000);
  });

  it('[RN109][RN122] Fields that do not fit end the conversation, with nothing said', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    const step = talk.succeed({ messages: ['Done'], fields: { a: 1, big: 'x'.repeat(65_536) }, exit: 'done' });
    expect([seen(step), step.writes]).toEqual([['(field_too_large)'], []]);
  });

  it.for(['nowhere', '', 7, null])('[RN110] an unknown exit ends with an error: %j', (exit) => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    expect(seen(talk.succeed({ exit }))).toEqual(['(assistant_failed)']);
  });

  it('[RN110] an assistant that fails ends with an error', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    expect(talk.fail('no_host').messages).toEqual([
      {
        type: 'event',
        action: 'error',
        code: 'assistant_failed',
        node: 'welcome',
        detail: 'The assistant failed: no_host',
      },
    ]);
  });
});

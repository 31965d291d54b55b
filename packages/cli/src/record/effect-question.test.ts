import type { AwaitedEffect } from '@botwright/core/conversation';
import { failed } from '@botwright/testing';
import { expect, it } from 'vitest';
import { describeEffect, readOutcome } from './effect-question.ts';

const base = { id: 'e', awaited: true } as const;
const sheet = { ...base, kind: 'spreadsheet', authId: 'a', spreadsheetId: 's', sheetName: 'Orders' } as const;
const effects = {
  webhook: {
    ...base,
    kind: 'webhook',
    method: 'GET',
    url: 'https://a.example/',
    headers: [],
    timeoutMs: 1,
    maxAnswerBytes: 1,
  },
  code: { ...base, kind: 'code', source: 'total = 1' },
  get_row: {
    ...sheet,
    action: 'get_row',
    cells: [
      { column: 2, value: '' },
      { column: 4, value: '' },
    ],
    reference: { column: 1, value: 'Ann' },
  },
  insert_row: { ...sheet, action: 'insert_row', cells: [{ column: 2, value: 'Ann' }] },
  scheduler: { ...base, kind: 'scheduler', authId: 'a', schedulingUrl: 'https://book.example/' },
  ai_agent: { ...base, kind: 'ai_agent', session: 's', exits: [{ id: 'x1', name: 'Done' }] },
  host: { ...base, kind: 'host', name: 'crm', data: { id: 1 } },
  jump: { ...base, kind: 'jump', bot: 2 },
} satisfies Readonly<Record<string, AwaitedEffect>>;

it.for<readonly [keyof typeof effects, string]>([
  ['webhook', 'The bot calls GET https://a.example/'],
  ['code', 'The bot runs code: total = 1'],
  ['get_row', 'The bot works on the sheet "Orders": get_row where column 1 is "Ann"'],
  ['insert_row', 'The bot works on the sheet "Orders": insert_row: 2 = "Ann"'],
  ['scheduler', 'The bot waits for a booking at https://book.example/'],
  ['ai_agent', 'An assistant answers. Its exits: 1) Done'],
  ['host', 'The bot waits for "crm" with {"id":1}'],
  ['jump', 'The bot continues in bot 2, which is not there: name its file with --linked 2=<file>'],
])('[RC4] the effect %s is described', ([name, text]) => {
  const [what, how] = describeEffect(effects[name]);
  expect(what).toBe(`-- ${text}`);
  expect(how).toMatch(/; or fail, and the reason\.$/);
});

it.for<readonly [keyof typeof effects, string, unknown]>([
  ['webhook', '', { status: 200 }],
  ['webhook', '404', { status: 404 }],
  ['webhook', '200 {"id": 17}', { status: 200, body: { id: 17 } }],
  ['webhook', '200 not found', { status: 200, body: 'not found' }],
  ['webhook', 'fail', failed('failed')],
  ['webhook', 'Failed no route', failed('no route')],
  ['code', '', { fields: {} }],
  ['code', '{"total": 3}', { fields: { total: 3 } }],
  [
    'get_row',
    '["Ann", 5]',
    {
      cells: [
        { column: 2, value: 'Ann' },
        { column: 4, value: 5 },
      ],
    },
  ],
  ['get_row', '', { cells: [] }],
  ['insert_row', '', undefined],
  ['scheduler', '', undefined],
  ['ai_agent', '1', { exit: 'x1' }],
  ['ai_agent', 'Done', { exit: 'x1' }],
  ['ai_agent', 'Hello!', { messages: ['Hello!'] }],
  ['host', '', undefined],
  ['host', '[1]', [1]],
  ['jump', '', failed('unreachable')],
])('[RC4] %s is answered by %j', ([name, line, answer]) => {
  expect(readOutcome(effects[name], line)).toEqual({ ok: true, answer });
});

it.for<readonly [keyof typeof effects, string]>([
  ['webhook', 'ok'],
  ['webhook', '700'],
  ['code', '3'],
  ['get_row', 'Ann'],
  ['insert_row', 'x'],
  ['scheduler', 'x'],
  ['ai_agent', ''],
  ['host', 'x'],
  ['jump', 'x'],
])('[RC4] %s is not answered by %j', ([name, line]) => {
  expect(readOutcome(effects[name], line)).toEqual({ ok: false, problem: expect.stringMatching(/\.$/) });
});

import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, n: { type: 'integer', value: 3 } };

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

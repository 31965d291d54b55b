import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

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

  it('[RN45][RN102] a failure writes nothing, nor does a Field that cannot be stored', () => {
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

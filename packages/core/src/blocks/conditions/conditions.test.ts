import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = {
  age: { type: 'integer', value: 34 },
  city: { type: 'string', value: 'Paris' },
  other: { type: 'string', value: 'paris ' },
};

const adult = { field: 'age', operator: 'greater', value: 17 };

const inRome = { field: 'city', operator: 'is', value: 'Rome' };

describe('conditions', () => {
  it.for([
    ['all', [adult], 'true'],
    ['all', [adult, inRome], 'false'],
    ['any', [adult, inRome], 'true'],
    ['any', [inRome], 'false'],
    ['all', [], 'false'],
    ['any', [], 'false'],
    ['some', [adult, inRome], 'false'],
    ['all', 'adult', 'false'],
  ] as const)('[RN75] with match %s, %j is %s', ([match, conditions, output]) => {
    expect(seen(talkToBlock('conditions', { match, conditions }, { fields }).start())).toEqual([output]);
  });

  it('[RN20][RN75] matches all unless it says any', () => {
    expect(seen(talkToBlock('conditions', { conditions: [adult, inRome] }, { fields }).start())).toEqual(['false']);
  });

  it.for([
    [{ field: '', operator: 'is_not_set' }],
    [{ operator: 'is_not_set' }],
    [{ field: 'age', operator: 'is like', value: 34 }],
    [{ field: 'age', operator: 'constructor', value: 34 }],
    [{ field: 'age' }],
    [{ field: 'constructor', operator: 'is_set' }],
    [{ field: '__proto__', operator: 'is_set' }],
  ] as const)('[RN21][RN76] %j is false', ([condition]) => {
    expect(seen(talkToBlock('conditions', { match: 'any', conditions: [condition] }, { fields }).start())).toEqual([
      'false',
    ]);
  });

  it.for([
    [{ field: '@{city}', operator: 'is', value: '@{other}' }],
    [{ field: 'city', operator: 'is', value: 'P@{nothing}aris' }],
    [{ field: 'age', operator: 'is', value: '@{age}' }],
  ] as const)('[RN41][RN49] %j is true: names may be references, and values are filled', ([condition]) => {
    expect(seen(talkToBlock('conditions', { conditions: [condition] }, { fields }).start())).toEqual(['true']);
  });
});

import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { conditions as definition } from './definition.ts';

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

  it.for<readonly [JsonValue, string]>([
    [{ formula: 'age > 30 && city == "Paris"' }, 'true'],
    [{ formula: 'age > 40' }, 'false'],
    [{ formula: 'age' }, 'false'],
    [{ formula: '"true"' }, 'false'],
    [{ formula: 'nobody == 1' }, 'false'],
    [{ formula: 'age >' }, 'false'],
    [{ formula: 'age > 40', field: 'age', operator: 'is_set' }, 'false'],
    [{ formula: ' ', field: 'age', operator: 'is_set' }, 'true'],
    [{ formula: 7, field: 'age', operator: 'is_set' }, 'true'],
  ])('[LG1] %j is %s', ([condition, output]) => {
    expect(seen(talkToBlock('conditions', { conditions: [condition] }, { fields }).start())).toEqual([output]);
  });

  it('[LG1] names the Fields of formulas', () => {
    const conditions = [{ formula: 'age > 30 && fields["first name"] != ""' }, inRome, { formula: '' }];
    expect(definition.readsFields?.({ conditions })).toEqual(['age', 'fields', 'first name', 'city']);
  });

  it.for([
    [{ field: 'age', operator: 'at_least', value: '@{age}' }, 'true'],
    [{ field: 'city', operator: 'matches', value: '(?i)^@{other}?$' }, 'true'],
    [{ field: 'city', operator: 'is_one_of', value: ['Rome', '@{other}'] }, 'true'],
  ] as const)('[LG3][LG4][LG6] %j is %s', ([condition, output]) => {
    expect(seen(talkToBlock('conditions', { conditions: [condition] }, { fields }).start())).toEqual([output]);
  });

  it('[LG4][RN120] searching by a pattern is charged to the step', () => {
    const condition = { field: 'long', operator: 'matches', value: '(a|aa)*b' };
    const talk = talkToBlock(
      'conditions',
      { match: 'any', conditions: Array(100).fill(condition) },
      { fields: { long: { type: 'string', value: 'a'.repeat(60_000) } } },
    );
    expect(seen(talk.start())).toEqual(['(step_too_large)']);
  });
});

import { describe, expect, it } from 'vitest';
import { greeted } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import { createCatalog } from '../../domain/blocks/catalog.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { checkDiagram } from '../../domain/rules/check-diagram.ts';
import { switchBlock } from './definition.ts';

const fields: Fields = { age: { type: 'integer', value: 34 }, city: { type: 'string', value: 'Paris' } };

const adult = { field: 'age', operator: 'at_least', value: 18 };
const inRome = { field: 'city', operator: 'is', value: 'Rome' };
const byFormula = { formula: 'age > 30 && city.startsWith("P")' };

const take = (cases: JsonValue): readonly string[] => seen(talkToBlock('switch', { cases }, { fields }).start());

describe('switch', () => {
  it.for<readonly [JsonValue, string]>([
    [[{ id: 'a', match: 'all', conditions: [adult] }], '$a'],
    [
      [
        { id: 'a', match: 'all', conditions: [adult, inRome] },
        { id: 'b', match: 'any', conditions: [adult, inRome] },
      ],
      '$b',
    ],
    [
      [
        { id: 'a', match: 'all', conditions: [inRome] },
        { id: 'b', match: 'all', conditions: [byFormula] },
      ],
      '$b',
    ],
    [
      [
        { id: 'a', match: 'all', conditions: [byFormula] },
        { id: 'b', match: 'all', conditions: [adult] },
      ],
      '$a',
    ],
    [[{ id: 'a', conditions: [adult] }], '$a'],
    [[{ id: 'a', match: 'any', conditions: [inRome] }], '$else'],
    [
      [
        { id: 'a', match: 'any', conditions: [] },
        { id: 'b', match: 'all' },
      ],
      '$else',
    ],
    [[{ match: 'any', conditions: [adult] }, { id: '', conditions: [adult] }, 7], '$else'],
    ['cases', '$else'],
  ])('[LG7][LG8] %j is left by %s', ([cases, output]) => {
    expect(take(cases)).toEqual([output]);
  });

  it('[LG8] proves by a case its conditions, and the failure of earlier ones', () => {
    const set = (field: string, operator = 'is_set') => ({
      id: field,
      match: 'all',
      conditions: [{ field, operator }],
    });
    const cases = [set('a'), set('b', 'is_not_set'), { ...set('c'), conditions: [{ formula: 'c > 1' }] }];
    const after = (output: string) => switchBlock.fieldsAfter?.({ cases }, output);
    expect(['$a', '$b', '$c', '$else'].map(after)).toEqual([['a'], [], ['b'], ['b']]);
    expect(switchBlock.readsFields?.({ cases })).toEqual(['a', 'b', 'c']);
  });

  it.for<readonly [code: string, pointer: string, JsonValue]>([
    ['param_type', '/0', 'adult'],
    ['param_required', '/0', { match: 'all', conditions: [adult] }],
    ['param_pattern', '/0/id', { id: ' ', match: 'all', conditions: [adult] }],
    ['param_pattern', '/0/id', { id: 'else', match: 'all', conditions: [adult] }],
    ['param_required', '/0', { id: 'a', conditions: [adult] }],
    ['param_enum', '/0/match', { id: 'a', match: 'some', conditions: [adult] }],
    ['param_required', '/0', { id: 'a', match: 'all' }],
    ['param_type', '/0/conditions', { id: 'a', match: 'all', conditions: 'x' }],
    ['param_min_items', '/0/conditions', { id: 'a', match: 'all', conditions: [] }],
    ['param_max_items', '/0/conditions', { id: 'a', match: 'all', conditions: Array(1_001).fill(adult) }],
    [
      'param_enum',
      '/0/conditions/1/operator',
      { id: 'a', match: 'all', conditions: [adult, { ...adult, operator: '>' }] },
    ],
    ['param_type', '/0/conditions/0/formula', { id: 'a', match: 'all', conditions: [{ formula: 7 }] }],
    ['param_non_empty', '/0/conditions/0/formula', { id: 'a', match: 'all', conditions: [{ formula: ' ' }] }],
    ['formula_malformed', '/0/conditions/0/formula', { id: 'a', match: 'all', conditions: [{ formula: 'age >' }] }],
    [
      'param_max_length',
      '/0/conditions/0/value',
      { id: 'a', match: 'all', conditions: [{ field: 'age', operator: 'matches', value: 'a'.repeat(501) }] },
    ],
  ])('[LG5][LG9][RU55] breaks %s at %s', ([code, pointer, each]) => {
    const diagram = greeted([node('split', 'switch', { cases: [each], version: 3 })]);
    const { violations } = checkDiagram(diagram, { catalog: createCatalog(), channelFamily: 'native' });
    expect(violations.map((each) => [each.code, each.pointer])).toEqual([
      [code, `/nodes/split/params/cases${pointer}`],
    ]);
  });
});

import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

const isSet = (field: string) => ({ field, operator: 'is_set', value: '' });
const each = (match: string, ...conditions: JsonValue[]) => ({ id: 'a', match, conditions });

it.for<readonly [cases: JsonValue, found: readonly string[]]>([
  [[each('all', isSet('a')), each('all', isSet('b'))], []],
  [
    [each('all', isSet('a')), each('any', isSet('a')), each('all', isSet('a'))],
    ['1', '2'],
  ],
  [[each('all', isSet('a'), isSet('b')), each('any', isSet('a'), isSet('b'))], []],
  [[each('all', isSet('a'), isSet('b')), { conditions: [isSet('a'), isSet('b')] }], ['1']],
  [[each('all', { field: 'a', operator: 'is_set' }), each('all', { operator: 'is_set', field: 'a' })], ['1']],
  [[each('all'), each('all'), { id: 'b' }, 7, null], []],
  [[each('all', 7), each('all', 7)], ['1']],
  ['none', []],
])('[LG26] of the cases %j the later ones %j are never reached', ([cases, found]) => {
  const diagram = greeted([node('split', 'switch', { cases })]);
  const pointers = found.map((at) => `/nodes/split/params/cases/${at}/conditions`);
  expect(pointersOf('case-never-reached', diagram)).toEqual(pointers);
});

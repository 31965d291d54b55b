import { describe, expect, it } from 'vitest';
import { greeted, placesOf } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

const buttons = [{ id: 'timeout', label: 'A' }];
const timeOut = { id: 'timeout', seconds: 60 };

function problemsOf(template: string, exits: JsonValue, params: JsonObject = {}): readonly string[] {
  const places = placesOf(greeted([node('a', template, { text: '?', exits, ...params })]));
  return places.map((place) => place.replace('/nodes/a/params/exits', ''));
}

describe('the entries of exits', () => {
  it.for<readonly [string, JsonValue, readonly string[]]>([
    ['var_email', [], []],
    ['var_email', [{ id: 'invalid' }, timeOut, { id: 'skipped', label: 'Skip', fallback: { a: [1] } }], []],
    ['var_choices', [{ id: 'none', fallback: null }], []],
    ['var_email', {}, ['param_type ']],
    ['var_email', ['invalid'], ['param_type /0']],
    ['var_email', [{}], ['param_required /0']],
    ['var_email', [{ id: 'none' }], ['param_enum /0/id']],
    ['yes_no', [{ id: 'none' }], ['param_enum /0/id']],
    ['var_email', [{ id: 'interrupted' }], ['param_enum /0/id']],
    ['var_email', [{ id: 7 }], ['param_type /0/id']],
    ['var_email', [{ id: 'invalid', attempts: 1.5 }], ['param_type /0/attempts']],
    ['var_email', [{ id: 'invalid', attempts: 0 }], ['param_min /0/attempts']],
    ['var_email', [{ id: 'invalid', attempts: 21 }], ['param_max /0/attempts']],
    ['var_email', [{ id: 'timeout' }], ['param_required /0']],
    ['var_email', [{ id: 'timeout', seconds: 4 }], ['param_min /0/seconds']],
    ['var_email', [{ id: 'timeout', seconds: 2_592_001 }], ['param_max /0/seconds']],
    ['var_email', [{ id: 'skipped' }], ['param_required /0']],
    ['var_email', [{ id: 'skipped', label: ' ' }], ['param_non_empty /0/label']],
    ['var_email', [{ id: 'invalid' }, { id: 'invalid' }], ['exit_taken /1/id']],
    [
      'var_email',
      Array.from({ length: 5 }, () => timeOut),
      ['param_max_items ', ...[1, 2, 3, 4].map((at) => `exit_taken /${at}/id`)],
    ],
  ])('[EX1][EX2][EX3] of %s with %j break %j', ([template, exits, problems]) => {
    const params = template === 'var_choices' ? { source: 'list', list: 'x' } : {};
    expect(problemsOf(template, exits, params).toSorted()).toEqual(problems.toSorted());
  });

  it('[EX3] have other ids than buttons, cards and choices', () => {
    expect(problemsOf('buttons', [timeOut], { buttons })).toEqual(['exit_taken /0/id']);
    expect(problemsOf('cards', [timeOut], { cards: [{ id: 'timeout', title: 'A' }] })).toEqual(['exit_taken /0/id']);
    expect(problemsOf('var_choices', [timeOut], { choices: buttons })).toEqual(['exit_taken /0/id']);
  });
});

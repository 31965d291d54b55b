import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = {
  age: { type: 'integer', value: 34 },
  city: { type: 'string', value: 'Paris' },
  other: { type: 'string', value: 'paris ' },
};

describe('formulas', () => {
  it('[RN87] writes the result of the expression', () => {
    const talk = talkToBlock('formulas', { expression: 'age + 1', destination: 'next' }, { fields });
    expect([seen(talk.start()), talk.fields()['next']]).toEqual([['$success'], { type: 'integer', value: 35 }]);
  });

  it('[RN53][RN87] goes on also without a destination', () => {
    const step = talkToBlock('formulas', { expression: '1' }).start();
    expect([step.writes, seen(step)]).toEqual([[], ['$success']]);
  });

  it.for(['', 'age +', 'nobody', '1 / 0', 'null', 7])('[RN88] %j is left by $failed', (expression) => {
    const step = talkToBlock('formulas', { expression, destination: 'age' }, { fields }).start();
    expect([step.writes, seen(step)]).toEqual([[], ['$failed']]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFieldWrites, type Fields, type FieldWrite } from '../../domain/field/field.ts';
import { type FieldBounds, findFieldBoundsFault } from '../../domain/field/field-bounds.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { unlimitedBudget } from '../budget/step-budget.ts';
import { openFields } from './step-fields.ts';

const bounds: FieldBounds = { count: 4, fieldBytes: 30, totalBytes: 70 };
const names = ['a', 'b', 'c', 'd', 'e', 'é', '__proto__', 'constructor'];
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ unit: fc.constantFrom('x', '"', 'é', '\u20ac'), maxLength: 40 }),
  fc.integer(),
  fc.array(fc.oneof(fc.integer({ max: 99 }), fc.constant('é')), { maxLength: 8 }),
  fc.constant({ k: 'v', é: [true] }),
);
const write: fc.Arbitrary<FieldWrite> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('set'),
      name: fc.constantFrom(...names),
      type: fc.constant('object'),
      value,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unset'), name: fc.constantFrom(...names) }) },
);
const given = fc
  .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
  .map((entries): Fields => Object.fromEntries(entries.map(([name, each]) => [name, { type: 'object', value: each }])));

/** One write of each name: two writes of one name are checked one after the other. */
const batch = fc.uniqueArray(write, { maxLength: 4, selector: ({ name }) => name });

describe('the Fields of a step', () => {
  it('[RN122] have the same bounds as Fields that are written from outside', () => {
    fc.assert(
      fc.property(given, fc.array(batch, { maxLength: 6 }), (before, batches) => {
        const fields = openFields(before, bounds, unlimitedBudget);
        let expected = before;
        for (const writes of batches) {
          const after = applyFieldWrites(expected, writes);
          const fault = findFieldBoundsFault(
            expected,
            after,
            writes.map(({ name }) => name),
            bounds,
          );
          const written = fields.write(writes);
          expect('tooLarge' in written).toBe(fault !== undefined);
          if (fault === undefined) expected = after;
          expect(fields.current()).toEqual(expected);
          expect(Object.keys(fields.current())).toEqual(Object.keys(expected));
        }
      }),
      { seed: 1, numRuns: 3_000 },
    );
  });

  it('[RN5][RN40] are a copy as soon as something is written', () => {
    const before: Fields = Object.freeze({ a: Object.freeze({ type: 'integer', value: 1 }) });
    const fields = openFields(before, bounds, unlimitedBudget);
    expect(fields.current()).toBe(before);
    fields.write([{ kind: 'unset', name: 'a' }]);
    expect([fields.current(), before]).toEqual([{}, { a: { type: 'integer', value: 1 } }]);
  });

  it('[RN122] the keys that every customer has count towards no bound', () => {
    const own: Fields = {
      id: { type: 'integer', value: 1 },
      name: { type: 'string', value: 'x'.repeat(1_000) },
      email: { type: 'string', value: 'x' },
    };
    const fields = openFields(own, bounds, unlimitedBudget);
    for (const name of ['a', 'b', 'c', 'd'])
      expect(fields.write([{ kind: 'set', name, type: 'integer', value: 1 }])).toHaveProperty('accepted');
    expect(fields.write([{ kind: 'set', name: 'phone', type: 'string', value: '1' }])).toHaveProperty('accepted');
    expect(fields.write([{ kind: 'set', name: 'e', type: 'integer', value: 1 }])).toEqual({ tooLarge: 'e' });
    const large = { kind: 'set', name: 'phone', type: 'string', value: 'x'.repeat(40) } as const;
    expect(fields.write([large])).toEqual({ tooLarge: 'phone' });
  });
});

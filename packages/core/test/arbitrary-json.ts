import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../src/domain/json/json-value.ts';

/** Keys with a meaning for JavaScript objects, or for code that looks for them. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'valueOf',
  'length',
  '',
  '0',
  '10',
  'a/b~c',
  'é',
  '𐐷',
  '\ud800',
  'n0',
  'id',
  'params',
] as const;

export const anyKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileKeys),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

/** An object with these keys, hostile ones too, in the order drawn. */
export function objectOf(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<JsonValue>,
  maxLength = 4,
): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(key, value), { maxLength, size: 'max' }).map((entries) => Object.fromEntries(entries));
}

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom(null, true, false, 0, '', '\ud800\u0000'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

/** Any JSON value, a few levels deep. */
export const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; list: JsonValue; object: JsonObject }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalar, tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: objectOf(anyKey, tie('value'), 3),
  }),
).value;

export const anyObject: fc.Arbitrary<JsonObject> = objectOf(anyKey, anyJson);

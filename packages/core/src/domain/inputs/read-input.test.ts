import * as v from 'valibot';
import { expect, it } from 'vitest';
import { inputObject } from './input-object.ts';
import { readInput } from './read-input.ts';

const text = (...actions: readonly unknown[]) => v.pipe(v.string(), ...(actions as []));
const number = (...actions: readonly unknown[]) => v.pipe(v.number(), ...(actions as []));

it.for<[v.GenericSchema, unknown, string]>([
  [v.string(), 1, 'Expected a text.'],
  [v.optional(v.nullable(v.string())), 1, 'Expected a text.'],
  [v.array(v.string()), {}, 'Expected a list.'],
  [v.date(), 1, 'Expected another value.'],
  [number(v.integer()), 1.5, 'Expected an integer.'],
  [number(v.minValue(3)), 1, 'Expected at least 3.'],
  [number(v.maxValue(-3)), 1, 'Expected at most -3.'],
  [number(v.gtValue(3)), 1, 'Expected more than 3.'],
  [number(v.ltValue(3)), 4, 'Expected less than 3.'],
  [number(v.multipleOf(3)), 4, 'Expected a multiple of 3.'],
  [number(v.value(3)), 4, 'Expected 3.'],
  [number(v.notValue(4)), 4, 'Expected anything but 4.'],
  [number(v.check((value) => value === 1)), 4, 'Expected another value.'],
  [text(v.minValue('b')), 'a', 'Expected at least b.'],
  [text(v.minLength(2)), 'a', 'Expected at least 2 characters.'],
  [text(v.maxLength(2)), 'abc', 'Expected at most 2 characters.'],
  [text(v.length(2)), 'abc', 'Expected exactly 2 characters.'],
  [text(v.maxBytes(2)), 'abc', 'Expected at most 2 bytes.'],
  [text(v.nonEmpty()), '', 'It is empty.'],
  [v.pipe(v.array(v.string()), v.minLength(1)), [], 'Expected at least 1 entries.'],
  [text(v.email()), 'a', 'Expected an email address.'],
  [text(v.url()), 'a', 'Expected a URL.'],
  [text(v.uuid()), 'a', 'Expected a uuid.'],
  [text(v.isoDate()), 'a', 'Expected a date such as 2026-01-31.'],
  [text(v.regex(/^b/)), 'a', 'Expected a text of another form.'],
  [text(v.startsWith('b')), 'a', 'Expected a text that starts with b.'],
  [text(v.excludes('a')), 'a', 'Expected anything but a.'],
  [v.literal('p'), 'r', 'Expected p.'],
  [v.picklist(['p', 'q']), 'r', 'Expected one of p, q.'],
  [v.picklist([1, 2]), 3, 'Expected one of 1, 2.'],
  [v.enum({ p: 'p', q: 'q' }), 'r', 'Expected one of p, q.'],
  [v.union([v.literal('p'), v.literal('q')]), 'r', 'Expected one of p, q.'],
  [v.union([v.string(), v.number()]), true, 'Expected a text or a number.'],
  [v.union([v.string(), v.union([v.literal(5), inputObject({})])]), true, 'Expected a text or 5 or an object.'],
  [v.union([v.string(), v.date()]), true, 'Expected another value.'],
  [text(v.email('No.')), 'a', 'No.'],
])('[ER8] a fault of a schema of a host is one plain sentence: %#', ([schema, value, message]) => {
  expect(readInput(inputObject({ it: schema }), { it: value })).toMatchObject({ faults: [{ field: 'it', message }] });
});

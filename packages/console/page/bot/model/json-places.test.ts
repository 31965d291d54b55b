import { expect, it } from 'vitest';
import { jsonPlaces, lineOf, lineStarts, offsetOf } from './json-places.ts';

const diagram = {
  nodes: { 'a/b~c': { id: 'a/b~c', params: { buttons: [{ id: 'x', label: 'Yes "really"' }, {}] } } },
  connections: {},
  list: [],
  numbers: [0, -1.5e3, true, false, null],
};

it('[CO50] finds the lines of values by their pointers', () => {
  const text = JSON.stringify(diagram, null, 2);
  const places = jsonPlaces(text);
  expect(places.error).toBeUndefined();
  const lines = text.split('\n');
  const lineAt = (pointer: string) => lines[lineOf(lineStarts(text), offsetOf(places, pointer)) - 1]?.trim();
  expect(lineAt('/nodes/a~1b~0c')).toBe('"a/b~c": {');
  expect(lineAt('/nodes/a~1b~0c/params/buttons/0/label')).toBe(String.raw`"label": "Yes \"really\""`);
  expect(lineAt('/connections')).toBe('"connections": {},');
  expect(lineAt('/numbers/1')).toBe('-1500,');
});

it('[CO50] uses the parent of a missing value', () => {
  const text = JSON.stringify(diagram, null, 2);
  const places = jsonPlaces(text);
  expect(offsetOf(places, '/connections/gone/type')).toBe(offsetOf(places, '/connections'));
  expect(offsetOf(places, '/gone')).toBe(0);
});

it.for([
  ['{"a": }', 6, 'a value'],
  ['{"a": 1 "b": 2}', 8, '"," or "}"'],
  ['{"a": 1,}', 8, 'another entry'],
  ['[1, 2', 5, '"," or "]"'],
  ["{'a': 1}", 1, 'a name in double quotes'],
  ['{"a": 01}', 6, 'a value'],
  ['{} x', 3, 'the end of the text'],
  ['{"a": "b', 6, 'has no end'],
  ['{"a": "\\x"}', 6, 'an escape'],
  ['', 0, 'a value'],
] as const)('says where %s stops being JSON', ([text, offset, wanted]) => {
  expect(() => JSON.parse(text)).toThrow();
  const { error } = jsonPlaces(text);
  expect(error?.offset).toBe(offset);
  expect(error?.message).toContain(wanted);
});

it('refuses text that is nested too deeply', () => {
  expect(jsonPlaces('['.repeat(100_000)).error?.message).toBe('The text is nested too deeply.');
});

it('finds the line of a place', () => {
  const starts = lineStarts('a\nb\n\nc');
  expect([0, 1, 2, 3, 4, 5].map((offset) => lineOf(starts, offset))).toEqual([1, 1, 2, 2, 3, 4]);
});

it('[CO64] finds the place of a repeated key', () => {
  expect(jsonPlaces('{"a": {"b": 1, "\\u0062": 2}, "c": {"b": 3}}').error).toEqual({
    offset: 15,
    message: 'The key "b" is in this object twice.',
  });
  expect(jsonPlaces('[{"b": 1}, {"b": 2}, {"b": {"b": 3}}]').error).toBeUndefined();
});

it.for([
  ['{"a": {"id": 1, "b": -36028797018963969}}', 16, 'The whole number -36028797018963969 would lose digits'],
  ['[1, [1.8014398509481985e16]]', 5, 'The whole number 1.8014398509481985e16 would lose digits'],
  ['{"a": -2E+308}', 1, 'The number -2E+308 is too large to store'],
] as const)('[CO66] says where %s would lose digits', ([text, offset, message]) => {
  expect(jsonPlaces(text).error).toEqual({ offset, message: expect.stringContaining(message) });
});

it('[CO66] numbers without loss are not an error', () => {
  expect(
    jsonPlaces('[true, 1e22, 9007199254740991, 0.1234567890123456789, "99999999999999999"]').error,
  ).toBeUndefined();
});

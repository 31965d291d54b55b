import { expect, it } from 'vitest';
import { placeInText } from './place-in-text.ts';

const places = new Map([
  ['a', { left: 10, top: 20 }],
  ['b', { left: 30, top: 40 }],
]);

it.for([
  ['{"nodes": {"a": {"top": 1.5, "id": "a", "left": -3}}}', '{"nodes": {"a": {"top": 20, "id": "a", "left": 10}}}'],
  ['{"nodes": {"a": {"id": "a"}}}', '{"nodes": {"a": {"id": "a", "top": 20, "left": 10}}}'],
  [
    '{"nodes": {"a": {}, "b": {"left": null}}}',
    '{"nodes": {"a": {"top": 20, "left": 10}, "b": {"left": 30, "top": 40}}}',
  ],
  ['{"nodes": {"c": {"top": 1}, "a": 5}}', '{"nodes": {"c": {"top": 1}, "a": 5}}'],
  [
    '{\r\n\t"nodes": {\r\n\t\t"a": {\r\n\t\t\t"id": "a",\r\n\t\t\t"top": 0\r\n\t\t}\r\n\t}\r\n}\r\n',
    '{\r\n\t"nodes": {\r\n\t\t"a": {\r\n\t\t\t"id": "a",\r\n\t\t\t"top": 20,\r\n\t\t\t"left": 10\r\n\t\t}\r\n\t}\r\n}\r\n',
  ],
] as const)('[BF24] %s', ([before, after]) => {
  expect(placeInText(before, { pointer: '' }, places)).toBe(after);
  const wrapped = `{"bot": {}, "diagram": ${before}}`;
  expect(placeInText(wrapped, { pointer: '/diagram' }, places)).toBe(`{"bot": {}, "diagram": ${after}}`);
});

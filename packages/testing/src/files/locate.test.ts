import { expect, it } from 'vitest';
import { locate, locateAll } from './locate.ts';

const text = `{
  "nodes": {
    "a/b": { "id": "a", "list": [1, {"x": true}, "three"] },
\t"ü😀": {"text": "",
      "last": null}
  }
}`;

it.for([
  ['', 1, 1, 7, 2],
  ['/nodes', 2, 3, 6, 4],
  ['/nodes/a~1b', 3, 5, 3, 60],
  ['/nodes/a~1b/id', 3, 14, 3, 23],
  ['/nodes/a~1b/list/0', 3, 34, 3, 35],
  ['/nodes/a~1b/list/1/x', 3, 38, 3, 47],
  ['/nodes/a~1b/list/2', 3, 50, 3, 57],
  // An emoji is two UTF-16 units, a tab one.
  ['/nodes/ü😀/text', 4, 10, 4, 20],
  ['/nodes/ü😀/last', 5, 7, 5, 19],
] as const)('[BF5] %j is at %i:%i to %i:%i', ([pointer, line, column, endLine, endColumn]) => {
  expect(locate(text, pointer)).toEqual({ line, column, endLine, endColumn });
});

it.for<readonly [string, string]>([
  ['/nodes/none', '/nodes'],
  ['/nodes/a~1b/list/7/x', '/nodes/a~1b/list'],
  ['/nodes/a~1b/id/deeper', '/nodes/a~1b/id'],
  ['/nodes/toString', '/nodes'],
  ['/gone', ''],
])('[BF6] %j, which is not there, is at %j', ([pointer, parent]) => {
  expect(locate(text, pointer)).toEqual(locate(text, parent));
});

it('[BF6] of two members with one name the later counts, with what is in it', () => {
  const twice = '{"a": {"x": 1, "y": 2},\n "a": {"x": 3}}';
  expect(locateAll(twice, ['/a', '/a/x', '/a/y']).map(({ line, column }) => `${line}:${column}`)).toEqual([
    '2:2',
    '2:8',
    '2:2',
  ]);
});

it('[BF5] finds many places in one pass, in the order of the pointers', () => {
  const pointers = Array.from({ length: 5_000 }, (_, at) => `/list/${4_999 - at}`);
  const places = locateAll(`{"list": [\n${Array.from({ length: 5_000 }, (_, at) => at).join(',\n')}\n]}`, pointers);
  expect(places.map(({ line }) => line)).toEqual(Array.from({ length: 5_000 }, (_, at) => 5_001 - at));
});

it.for(['\r\n', '\n', '\r'])('[BF5] lines end with %j', (end) => {
  expect(locate(['{', '"a": 1,', '"b": 2}'].join(end), '/b')).toEqual({ line: 3, column: 1, endLine: 3, endColumn: 7 });
});

it('[BF6] a text with no value has its start', () => {
  expect(locate('', '/nodes')).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 1 });
});

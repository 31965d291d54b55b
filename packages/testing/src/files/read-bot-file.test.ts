import { expect, it } from 'vitest';
import { botWith } from '../../test/bot-files.ts';
import { readBotFile } from './read-bot-file.ts';

const diagram = botWith();

it.for<readonly [string, object, object]>([
  ['a diagram', diagram, { pointer: '' }],
  ['a diagram in an object', { diagram }, { pointer: '/diagram' }],
  [
    'what botwright pull wrote',
    { botwright: 1, bot: { id: 'b', number: 7, name: 'Lead', channel_family: 'apichat' }, revision: '"3"', diagram },
    { pointer: '/diagram', channelFamily: 'apichat', number: 7, id: 'b' },
  ],
  ['a diagram with a member of its own', { ...diagram, diagram: 1 }, { pointer: '' }],
])('[BF1] reads %s', ([, content, rest]) => {
  expect(readBotFile(JSON.stringify(content))).toEqual({
    ok: true,
    bot: { diagram: (rest as { pointer: string }).pointer === '' ? content : diagram, ...rest },
  });
});

it.for<readonly [string, string, string]>([
  ['{\n  "nodes": {}\n  "connections": {}\n}', '3:3', 'a comma is missing before this'],
  ['{\n  "nodes": {},\n}', '3:1', 'a name in double quotes is expected here'],
  ['{"nodes": {}, // here\n"connections": {}}', '1:15', 'JSON has no comments'],
  ['{"nodes": tru}', '1:11', 'an unknown word'],
  ['{"nodes": {"a": "b\n"}}', '1:17', 'a string is not closed'],
  ['{"nodes": {}', '1:13', 'a closing brace is missing before this'],
  ['{"nodes": {}} 1', '1:15', 'there is more behind the end'],
  ["{'nodes': 1}", '1:2', 'an unknown word'],
])('[BF2] %j is no JSON, from %s', ([text, place, reason]) => {
  const read = readBotFile(text);
  if (read.ok) throw new Error('It was read.');
  expect([`${read.place.line}:${read.place.column}`, read.message]).toEqual([place, `This is not JSON: ${reason}.`]);
});

it.for([
  ['', false, '1:1', 'The file is empty.'],
  ['{"name": "x"}', true, '1:1', 'This is not a bot: a diagram is an object with the maps "nodes" and "connections".'],
  ['[]', true, '1:1', 'This is not a bot: a diagram is an object with the maps "nodes" and "connections".'],
  ['{\n"nodes": {}}', false, '1:1', 'The member "connections" of the diagram cannot be read: It is required.'],
  [
    '{"nodes": {},\n"connections": []}',
    false,
    '2:1',
    'The member "connections" of the diagram cannot be read: Expected an object.',
  ],
  [
    '{"diagram": \n{"nodes": 1}}',
    false,
    '2:2',
    'The member "nodes" of the diagram cannot be read: Expected an object.',
  ],
] as const)('[BF3] %j is no bot', ([text, isOther, place, message]) => {
  const read = readBotFile(text);
  if (read.ok) throw new Error('It was read.');
  expect([read.isOther, `${read.place.line}:${read.place.column}`, read.message]).toEqual([isOther, place, message]);
});

it('[BF2][BF3] a text of any depth is refused', () => {
  const open = '['.repeat(200_000);
  const read = (text: string) => {
    const { message } = readBotFile(text) as { readonly message: string };
    return message.slice(0, 60);
  };
  expect(read(`{"nodes": ${open}`)).toBe('This is not JSON, and is nested too deeply to say where.');
  expect(read(`{"nodes": {"a": ${open}${open.replaceAll('[', ']')}}, "connections": {}}`)).toMatch(
    /^The member "nodes" of the diagram cannot be read/,
  );
});

it.for<readonly [string, string, string]>([
  ['{"nodes": {},\n "nodes": {}, "connections": {}}', '2:2', '"nodes"'],
  ['{"nodes": {"a": {"params": {"text": "x",\n"t\\u0065xt": "y"}}}, "connections": {}}', '2:1', '"text"'],
  ['{"nodes": {"__proto__": {}, "__proto__": {}}, "connections": {}}', '1:29', '"__proto__"'],
  ['{"diagram": {"nodes": {}, "connections": {}}, "diagram": {}}', '1:47', '"diagram"'],
  ['{"nodes": {"a": [[{"x": {}}, {"x": 1, "y": "\\"x\\":", "x": 1}]]}, "connections": {}}', '1:54', '"x"'],
  ['{"nodes": {"": 1, "": 2}, "connections": {}}', '1:19', '""'],
  ['\uFEFF{"nodes": {},\n "nodes": {}, "connections": {}}', '2:2', '"nodes"'],
])('[BF23] of %j the key at %s is a second time there', ([text, place, key]) => {
  const read = readBotFile(text);
  if (read.ok) throw new Error('It was read.');
  expect([`${read.place.line}:${read.place.column}`, read.message.split(': ')[0], read.isOther]).toEqual([
    place,
    `The key ${key} is in this object a second time`,
    false,
  ]);
});

it('[BF23] one key of several objects, and texts that are like keys, are none', () => {
  const params = { text: '"text": "a", "text": "b"', more: [{ text: 1 }, { text: '\\"' }], 'a"b': { 'a\\': 1, a: 2 } };
  const diagram = { nodes: { a: { params }, b: { params } }, connections: {} };
  expect(readBotFile(JSON.stringify(diagram, null, 1))).toEqual({ ok: true, bot: { diagram, pointer: '' } });
});

it.for<readonly [string, string, string]>([
  ['{"nodes": {"a": {"params":\n {"min": 90071992547409931}}}, "connections": {}}', '2:3', '/nodes/a/params/min'],
  ['{"nodes": {"a/b": {"at": [1, -9007199254740992]}}, "connections": {}}', '1:30', '/nodes/a~1b/at/1'],
  ['{"nodes": {}, "connections": {}, "x": 72057594037927937.0}', '1:34', '/x'],
  ['{"diagram": {"nodes": {},\n"connections": {"c": 7.2057594037927937e16}}}', '2:17', '/diagram/connections/c'],
  ['\uFEFF{"nodes": {"": 720575940379279370e-1}, "connections": {}}', '1:12', '/nodes/'],
  ['{"bot": {"number": 1e309}, "diagram": {"nodes": {}, "connections": {}}}', '1:10', '/bot/number'],
])('[BF25] of %j the number at %s would change', ([text, place, pointer]) => {
  const read = readBotFile(text);
  if (read.ok) throw new Error('It was read.');
  const at = /The (?:whole )?number at (\S+) is/.exec(read.message)?.[1];
  expect([`${read.place.line}:${read.place.column}`, at, read.isOther]).toEqual([place, pointer, false]);
});

it('[BF25] numbers that stay the same, and digits in texts, are read', () => {
  const text =
    '{"nodes":{"a":[9007199254740991,1e22,4.5e17,0.30000000000000004,"72057594037927937\\""]},"connections":{}}';
  expect(readBotFile(text)).toEqual({ ok: true, bot: { diagram: JSON.parse(text), pointer: '' } });
});

it('[BF4] a byte order mark before a bot counts in no column', () => {
  expect(readBotFile(`\uFEFF${JSON.stringify(diagram)}`)).toEqual({ ok: true, bot: { diagram, pointer: '' } });
  expect(readBotFile('\uFEFF{"nodes": tru}')).toMatchObject({ place: { line: 1, column: 11 } });
});

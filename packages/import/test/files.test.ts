import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { detect, ImportError, type ImportFile, importBots } from '../src/index.ts';
import { bytesOf, text, typebot } from './typebot-fixture.ts';

const lead = typebot([{ id: 'g', blocks: [text('hello', 'Hello')] }]);
const file = (path: string, bytes: Uint8Array): ImportFile => ({ path, bytes });
const messageOf = (files: readonly ImportFile[]): string => {
  try {
    importBots(files);
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  return 'imported';
};

it('[IM7] a zip stands for its JSON files', () => {
  const zip = zipSync({
    'a/lead.json': bytesOf(lead),
    'readme.txt': strToU8('x'),
    '__MACOSX/a/._lead.json': strToU8('x'),
  });
  const { bots, report } = importBots([file('bots.zip', zip)]);
  expect(bots.map(({ key }) => key)).toEqual(['lead-form']);
  expect(report.entries[0]?.source.path).toBe('bots.zip!a/lead.json');
});

it('[IM7] names in a zip are data', () => {
  const zip = zipSync({ '../../etc/evil\u202e.json': bytesOf({ ...(lead as object), name: '' }) });
  expect(importBots([file('bots.zip', zip)]).bots.map(({ key, name }) => [key, name])).toEqual([
    ['evil', 'evil\u202e'],
  ]);
});

const mebibyte = 1_048_576;
const zeros = (size: number) => new Uint8Array(size).fill(0x20);

it.for<readonly [string, () => readonly ImportFile[], string]>([
  ['a large file', () => [file('a.json', zeros(20 * mebibyte + 1))], 'a.json has more than 20 MiB.'],
  [
    'many entries',
    () => [
      file(
        'a.zip',
        zipSync(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.txt`, zeros(0)])), { level: 0 }),
      ),
    ],
    'a.zip has more than 5,000 entries.',
  ],
  [
    'a zip that inflates to much more',
    () => [file('a.zip', zipSync({ 'a.json': zeros(10 * mebibyte) }))],
    'a.zip inflates to more than 100 times its size.',
  ],
  [
    'a damaged zip',
    () => [
      file(
        'a.zip',
        zipSync({ 'a.json': bytesOf(lead) }).map((byte, at) => (at > 40 && at < 90 ? 0xff : byte)),
      ),
    ],
    'a.zip is not a readable zip.',
  ],
  [
    'half a zip',
    () => [file('a.zip', zipSync({ 'a.json': bytesOf(lead) }).slice(0, 60))],
    'a.zip is not a readable zip.',
  ],
  ['a deep file', () => [file('a.json', strToU8('['.repeat(101)))], 'a.json is nested more than 100 levels deep.'],
  ['no JSON', () => [file('a.json', strToU8('{'))], 'a.json is not valid JSON.'],
  ['no UTF-8', () => [file('a.json', new Uint8Array([0xff, 0xfe, 0x00]))], 'a.json is not text in UTF-8.'],
  ['another JSON', () => [file('a.json', strToU8('{"a": 1}'))], 'a.json does not hold a bot of a known system.'],
  ['no file', () => [], 'There is no file to import.'],
  [
    'YAML with a fault among other files',
    () => [file('a.json', strToU8('{"a": 1}')), file('b.yml', strToU8('a: 1\n  b: ['))],
    'b.yml is not valid YAML: line 1.',
  ],
  [
    'no zip behind its first bytes',
    () => [file('a.zip', strToU8('PK\u0003\u0004broken'))],
    'a.zip is not a readable zip.',
  ],
  [
    'a name that is more than a line',
    () => [file('a\n\u001b[31m\u202e.json', strToU8('{'))],
    'a [31m .json is not valid JSON.',
  ],
  [
    'an unknown version',
    () => [file('a.json', bytesOf({ ...(lead as object), version: '7' }))],
    'a.json is of version 7 of Typebot: 3 to 6 can be imported.',
  ],
  [
    'too many blocks',
    () => [file('a.json', bytesOf(typebot([{ id: 'g', blocks: Array.from({ length: 20_001 }, () => ({})) }])))],
    'a.json has more than 20,000 blocks.',
  ],
])('[IM6][IM7] %s is refused in one line', ([, files, message]) => {
  expect(messageOf(files())).toBe(message);
});

it('[IM6] 20,000 blocks in one chain are imported', () => {
  const blocks = Array.from({ length: 20_000 }, (_, at) => text(`b${at}`, 'Hello'));
  const { bots } = importBots([file('a.json', bytesOf(typebot([{ id: 'g', blocks }])))]);
  expect(Object.keys(bots[0]?.diagram.nodes ?? {})).toHaveLength(20_001);
});

it('[IM5] the system is that of the files', () => {
  expect(detect([file('a.json', bytesOf(lead))])).toEqual({ system: 'typebot', version: '6.1', certain: true });
  expect(detect([file('a.json', strToU8('[]'))])).toBeUndefined();
  expect(() => importBots([file('a.json', bytesOf(lead))], { system: 'none' })).toThrow(
    'There is no importer for the system none; there are: typebot, landbot, dialogflow-cx, rasa, botpress, composer.',
  );
});

it('[IM15] an importer of the host is asked first, and its bots are checked', () => {
  const importer = {
    system: 'acme',
    detect: () => ({ version: '1', certain: true }),
    read: () => ({
      version: '1',
      bots: [
        {
          key: 'a',
          name: 'A',
          number: 1,
          channel_family: 'native',
          needs: [],
          diagram: { nodes: {}, connections: {} },
        },
      ],
      entries: [],
    }),
  };
  expect(() => importBots([file('a.json', bytesOf(lead))], { importers: [importer] })).toThrow(
    /^The bot A would break 2 rules, such as: /,
  );
});

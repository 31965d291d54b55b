import { fileURLToPath } from 'node:url';
import { createCatalog, type Diagram, type JsonObject } from '@botwright/core/diagram';
import fc from 'fast-check';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../scripts/depth.ts';
import * as server from './runner-entry.ts';

type Runner = typeof server;

/** The same functions in the build of the page. */
let page: Runner;

beforeAll(async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    resolve: { conditions: ['@botwright/source', 'module', 'browser', 'import', 'default'] },
    build: {
      write: false,
      target: 'es2024',
      lib: { entry: fileURLToPath(new URL('runner-entry.ts', import.meta.url)), formats: ['es'] },
    },
  }).then((results) => [results].flat()[0])) as Rolldown.RolldownOutput;
  const { code } = output[0];
  page = await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}, 120_000);

const now = '2026-11-21T12:30:15Z';
const catalog = createCatalog();
const fields = {
  i: 7,
  s: 'Ábc dé\nf9',
  order: { total: 7, lines: [{ price: 1.5 }], $typeName: 'google.protobuf.Timestamp' },
};

interface Try {
  readonly params: JsonObject;
  /** What the visitor says to the block. */
  readonly text?: string;
}

/** Begins at each of many blocks of one kind. @returns The value that each saved, and how it was left. */
function results({ simulate }: Runner, template: string, tries: readonly Try[]): readonly (readonly unknown[])[] {
  const nodes = tries.map(({ params }, index) => {
    const id = `n${index}`;
    const all = { version: 3, destination: `r${index}`, ...params };
    return [id, { id, path: id, template, params: all, top: 0, left: 0, isTarget: true }];
  });
  const diagram: Diagram = { nodes: Object.fromEntries(nodes), connections: {} };
  const chat = simulate(diagram, { catalog, unchecked: true, now, fields });
  const outputs = tries.map(({ text }, index) => {
    const before = chat.trace.length;
    chat.start(`n${index}`);
    if (text !== undefined) chat.reply(text);
    return chat.trace.slice(before);
  });
  const saved = chat.fields;
  return outputs.map((output, index) => [saved[`r${index}`], output]);
}

/** Expects the same results in the page as on a server. @returns How many of the blocks saved a value. */
function compare(template: string, tries: readonly Try[]): number {
  const expected = results(server, template, tries);
  const found = results(page, template, tries);
  for (const [index, each] of tries.entries()) expect(found[index], JSON.stringify(each)).toEqual(expected[index]);
  return expected.filter(([value]) => value !== undefined).length;
}

const compareFormulas = (expressions: readonly string[]): number =>
  compare(
    'formulas',
    expressions.map((expression) => ({ params: { expression } })),
  );

const moments = [
  ...['now', 'timestamp(0)', 'timestamp(253402300799999)', 'timestamp(9223372036854775807)'],
  ...['2026-02-28T23:59:59Z', '2024-02-29T00:00:00.5Z', '2026-02-31T00:00:00Z', '2026-11-20T06:00:00.123456789+02:00']
    .concat([
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59.999999999Z',
      '2026-1-1T00:00:00Z',
    ])
    .concat(['2026-11-20T24:00:00Z', '2026-11-20T06:00:00', '2026-11-20 06:00:00Z', '', '1969-12-31T23:59:59.25-12:30'])
    .map((text) => `timestamp("${text}")`),
];
const durations = [
  ...['now - timestamp(0)', 'duration(90)', 'duration(-315576000001)', 'duration(315576000000)'],
  ...['90s', '-1.5h', '1h2m3.004s', '300ms', '-1ns', '1us', '0', '12', '-0.25s', '9000000h', '1.0000001s'].map(
    (text) => `duration("${text}")`,
  ),
];
const moment = fc.constantFrom(...moments);
const duration = fc.constantFrom(...durations);

describe('formulas in the page', () => {
  const single = [
    'type(now) == google.protobuf.Timestamp',
    'type(now - timestamp(0)) == google.protobuf.Duration && type(now) != type(now - timestamp(0))',
    'google.protobuf.NullValue.NULL_VALUE',
    'google.protobuf.NullValue',
    'google.protobuf.Struct',
    'google.protobuf.Struct.FieldsEntry',
    'google.protobuf.Int64Value == google.protobuf.Int64Value',
    'google.protobuf.Timestamp{seconds: 1}',
    'google.protobuf.Value{}',
    'order["$typeName"]',
    'type(order)',
    '[now, now - now, b"a", 1u, null]',
    '{"at": now, "in": now - timestamp(90)}',
    'now.seconds',
    'now.nanos + 1',
    'now.hours',
    'has(now.seconds)',
    'has(timestamp(0).seconds)',
    'has(now.hours)',
    '[now] == [now] && {"a": now} == {"a": now}',
    'now in [timestamp(0), now]',
    'now.getFullYear() + now.getMilliseconds()',
    'now.getHours("Europe/Berlin") - now.getHours("-03:30")',
    's.matches("(?i)áBC")',
  ];

  it('[CO44] single expressions have the same results as on a server', () => {
    expect(compareFormulas(single)).toBeGreaterThan(10);
  });

  it('[CO44] moments and durations have the same results as on a server', () => {
    const operand = fc.oneof(moment, duration, fc.constantFrom('1', '"x"', 'null'));
    const expression = fc.oneof(
      fc.tuple(operand, fc.constantFrom('+', '-', '==', '!=', '<', '<=', '>'), operand).map((parts) => parts.join(' ')),
      fc
        .tuple(fc.constantFrom('string', 'int', 'type', 'double', 'dyn'), operand)
        .map(([name, of]) => `${name}(${of})`),
      fc
        .tuple(
          operand,
          fc.constantFrom('getSeconds', 'getMinutes', 'getHours', 'getMilliseconds', 'getDate', 'seconds'),
        )
        .map(([of, name]) => `(${of}).${name}()`),
      operand.map((of) => `string(${of} + duration("1.5s"))`),
      operand.map((of) => `(${of}).nanos`),
    );
    expect(compareFormulas(fc.sample(expression, 1_000))).toBeGreaterThan(200);
  });

  it('[CO44] patterns match what they match on a server', () => {
    const letter = fc.constantFrom('a', 'b', 'Á', 'é', ' ', '9', '\\n', '😀');
    const atom = fc.oneof(
      { weight: 4, arbitrary: letter },
      fc.constantFrom(
        '.',
        '^',
        '$',
        '\\\\b',
        '\\\\B',
        '\\\\d',
        '\\\\w',
        '\\\\s',
        '\\\\S',
        '[a-c]',
        '[^a]',
        '[[:alpha:]]',
      ),
      fc.constantFrom(
        '\\\\pL',
        '\\\\P{Lu}',
        '\\\\p{Greek}',
        '\\\\A',
        '\\\\z',
        '\\\\Qa.b\\\\E',
        '(?i)A',
        '(?s).',
        '(?m)^',
        '(?=a)',
      ),
    );
    const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
      pattern: fc.array(tie('piece'), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
      piece: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        atom,
        fc
          .tuple(tie('piece'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{0,2}', '{1,}'))
          .map((parts) => parts.join('')),
        fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(${left}|${right})`),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
    }));
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
    const search = fc.tuple(text, pattern).map(([within, searched]) => `"${within}".matches("${searched}") ? 1 : null`);
    expect(compareFormulas(fc.sample(search, runs(600)))).toBeGreaterThan(20);
  });
});

describe('dates in the page', () => {
  it('[CO44] a date is read as on a server', () => {
    const directive = fc.constantFrom(...'YymdejbhBaAHIMSpDFTRq'.split('')).map((letter) => `%${letter}`);
    const form = fc.oneof(
      fc.constantFrom(
        '%Y/%m/%d',
        '%d.%m.%y',
        '%A, %d %B %Y',
        '%b %e, %Y',
        '%Y-%j',
        '%F %T',
        '%D %I:%M %p',
        '%R',
        '%a %d',
      ),
      fc
        .array(fc.oneof(directive, fc.constantFrom(' ', '/', "'", 'at', '%%', '%-d')), { maxLength: 6 })
        .map((all) => all.join('')),
    );
    const piece = fc.constantFrom(
      ...[
        '2026',
        '26',
        '11',
        '5',
        '05',
        '31',
        '29',
        '2',
        '366',
        '12',
        '0',
        ' ',
        '/',
        '-',
        '.',
        ':',
        ', ',
        "'",
        '%',
        'at',
      ],
      ...['nov', 'November', 'SEP', 'may', 'Fri', 'friday', 'Su', 'J', 'am', 'PM', 'noon', 'a.m.', 'BC', 'P'],
    );
    const ofForm = (value: string, at: Date): string => {
      const date = at.toISOString();
      const names = at.toUTCString();
      const written: Readonly<Record<string, string>> = {
        ...{
          Y: date.slice(0, 4),
          y: date.slice(2, 4),
          m: date.slice(5, 7),
          d: date.slice(8, 10),
          e: date.slice(8, 10),
        },
        ...{
          b: names.slice(8, 11),
          B: names.slice(8, 11),
          a: names.slice(0, 3),
          A: names.slice(0, 3),
          j: '60',
          p: 'PM',
        },
        ...{ H: date.slice(11, 13), I: '07', M: date.slice(14, 16), S: date.slice(17, 19), T: date.slice(11, 19) },
        ...{
          F: date.slice(0, 10),
          D: `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(2, 4)}`,
          R: date.slice(11, 16),
        },
      };
      return value.replace(/%-?(.)/g, (_, letter: string) => written[letter] ?? '%');
    };
    const min = new Date('1001-01-01T00:00:00Z');
    const max = new Date('9998-12-31T00:00:00Z');
    const usual = fc
      .tuple(form, fc.date({ min, max, noInvalidDate: true }))
      .map(([by, at]) => ({ params: { text: 'When?', format: [by] }, text: ofForm(by, at) }));
    const other = fc
      .tuple(form, fc.array(piece, { maxLength: 7 }))
      .map(([by, pieces]) => ({ params: { text: 'When?', format: [by] }, text: pieces.join('') }));
    expect(compare('var_date', fc.sample(usual, 1_000))).toBeGreaterThan(200);
    compare('var_date', fc.sample(other, 1_000));
  });
});

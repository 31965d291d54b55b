import { expect, it } from 'vitest';
import { translateCode, translateCondition } from '../src/code/translate-code.ts';

const names = {
  fieldOf: (name: string) => (/^[A-Z]/.test(name) && name !== 'Math' ? undefined : { a: 'a', b: 'first name' }[name]),
};
const translated = (code: string, hasTextFunctions = true): unknown => {
  const read = translateCode(code, { ...names, hasTextFunctions });
  if (read.kind === 'formula') return read.isGuess ? `guess ${read.expression}` : read.expression;
  if (read.kind === 'value') return { value: read.value };
  return read.kind === 'text' ? { text: read.text } : read.kind;
};

it.for<readonly [code: string, translation: unknown]>([
  ['0', { value: 0 }],
  ['-1.5', { value: -1.5 }],
  ['"he"', { value: 'he' }],
  ['true', { value: true }],
  ['a', { text: '@{a}' }],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a bot
  ['`Hello ${b}!`', { text: 'Hello @{first name}!' }],
  ['"Hi " + b', { text: 'Hi @{first name}' }],
  ['a + 5', 'double(fields["a"]) + 5.0'],
  ['(a + 5) * 2', '(double(fields["a"]) + 5.0) * 2.0'],
  ['a + b', 'guess double(fields["a"]) + double(fields["first name"])'],
  ['a / 2 % 3', '(double(fields["a"]) / 2.0) % 3.0'],
  ['Math.round(a * 10) / 10', 'math.round((double(fields["a"]) * 10.0)) / 10.0'],
  ['Math.max(a, 3)', 'math.greatest(double(fields["a"]), 3.0)'],
  ['parseInt(a, 10)', 'math.floor(double(fields["a"]))'],
  ['a > 3 && b === "x"', '(double(fields["a"]) > 3.0) && (string(fields["first name"]) == "x")'],
  ['a > 3 ? "many" : "few"', '(double(fields["a"]) > 3.0) ? "many" : "few"'],
  ['if (a > 3) return "many"; return "few"', '(double(fields["a"]) > 3.0) ? "many" : "few"'],
  ['const x = a * 2; return x + 1', '(double(fields["a"]) * 2.0) + 1.0'],
  ['b.length', 'double(size(fields["first name"]))'],
  ['b.includes("x")', 'guess string(fields["first name"]).contains("x")'],
  ['b.toUpperCase().trim()', 'string(fields["first name"]).upperAscii().trim()'],
  ['b.split(",").join(" ")', 'string(fields["first name"]).split(",").join(" ")'],
  ['b.split(",")[0]', 'string(fields["first name"]).split(",")[0]'],
  ['["x", 2, true]', { value: ['x', 2, true] }],
  ['[a]', 'unknown'],
  ['!a', '!("a" in fields && !(string(fields["a"]) in ["", "0", "false"]))'],
  ['Just words', 'notCode'],
  ['he', 'notCode'],
  ['https://example.com/a', 'notCode'],
  ['new Date()', 'unknown'],
  ['a.map(x => x)', 'unknown'],
  ['fetch("https://example.com")', 'unknown'],
  ['while (true) {} return 1', 'unknown'],
  ['a = 5', 'unknown'],
  ['a.constructor.constructor("return 1")()', 'unknown'],
  [`${'('.repeat(50_000)}1`, 'unknown'],
  [`a${' + a'.repeat(400)}`, 'unknown'],
])('[IM9] %s', ([code, translation]) => {
  expect(translated(code)).toEqual(translation);
});

it('[IM9] functions of texts that formulas lack have no translation', () => {
  expect(translated('b.trim()', false)).toBe('unknown');
});

it.for<readonly [code: string, translation: unknown]>([
  ['a', '"a" in fields && !(string(fields["a"]) in ["", "0", "false"])'],
  [
    '!a && b == "x"',
    '!("a" in fields && !(string(fields["a"]) in ["", "0", "false"])) && (string(("first name" in fields ? fields["first name"] : "")) == "x")',
  ],
  ['a === undefined || null != b', '!("a" in fields) || ("first name" in fields)'],
  ['b.startsWith("x")', 'string(("first name" in fields ? fields["first name"] : "")).startsWith("x")'],
  ['true', true],
  ['!"x"', false],
  ['a = 1', 'unknown'],
  ['fetch(a)', 'unknown'],
  ['undefined === null', 'unknown'],
])('[IM9] the condition %s', ([code, translation]) => {
  const read = translateCondition(code, { ...names, hasTextFunctions: true, isMissingEmpty: true });
  expect(read.kind === 'formula' ? read.expression : read.kind === 'constant' ? read.holds : read.kind).toEqual(
    translation,
  );
});

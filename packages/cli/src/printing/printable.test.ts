import { expect, it } from 'vitest';
import { CommandFailure } from '../command-failure.ts';
import { renderAnnotation } from './annotation.ts';
import { renderJunit } from './junit.ts';
import { escapeJson, printable, printableJson, printableLine, printableLines } from './printable.ts';

/** One of each kind: C0, DEL, C1, direction, separators, half of a pair. */
const kinds = ['\u0000', '\u001b', '\r', '\n', '\u007f', '\u0085', '\u009b', '\u202e', '\u2066', '\u200f', '\u061c'];
const all = [...kinds, '\u2028', '\u2029', '\ud800'];

it('[TC16] what a terminal acts on is replaced, and nothing else', () => {
  expect(all.map((each) => printable(`a${each}b`))).toEqual(all.map(() => 'a\ufffdb'));
  expect(printable('a\tb é 👩‍🚀 ü')).toBe('a b é 👩‍🚀 ü');
  expect(printableLines('a\nb\u001b')).toEqual(['a', 'b\ufffd']);
});

it.for([
  ['::error::x', '\ufffd:error::x'],
  ['   ::add-mask::x', '   \ufffd:add-mask::x'],
  ['\u0009::error::x', ' \ufffd:error::x'],
  ['##[group]x', '\ufffd#[group]x'],
  ['\u2003::add-mask::x', '\u2003\ufffd:add-mask::x'],
  ['a ##[add-mask]x', 'a \ufffd#[add-mask]x'],
  ['a ::error::x', 'a ::error::x'],
  [': x', ': x'],
  ['## x', '## x'],
] as const)('[TC17] the line %j is no workflow command', ([text, line]) => {
  expect(printableLine(text)).toBe(line);
});

it('[TC16] in JSON they are escaped, with what is invisible', () => {
  const value = { [all.join('')]: ['a\u00a0b', '\u00ad', '\u200b', '\u{e0001}', 'é'] };
  for (const text of [printableJson(value), printableJson(value, 2), escapeJson(JSON.stringify(value))]) {
    expect(text).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}|\u00a0/u);
    expect(JSON.parse(text)).toEqual(value);
  }
});

it('[TC16][LC15] an annotation has none in any part', () => {
  const bad = `a${kinds.join('')}\u2028::b`;
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  const text = renderAnnotation({ severity: 'error', file: bad, place, title: bad, text: bad });
  expect(text).not.toMatch(/\p{Cc}|\p{Bidi_Control}|\p{Zl}/u);
  expect(text).toMatch(/^::error file=a[^:,]*%3A%3Ab,line=1,col=1,endColumn=2,title=[^:,]+::/);
  expect(text.split('%0A')).toHaveLength(2);
});

it('[TC16][LC14] JUnit XML has references for them, or none', () => {
  const text = renderJunit('x', [{ name: all.join(''), cases: [{ name: 'a' }], output: '\u009b\u202e' }]);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Zl}/u);
  expect(text).toContain('<system-out>&#155;&#8238;</system-out>');
});

it('[TC16][TC17] the message of a failed command is the lines that it was made of', () => {
  const { message } = new CommandFailure('usage', ['The file a\n::error::b\u001b:', '::error::c']);
  expect(message).toBe('The file a\ufffd::error::b\ufffd:\n\ufffd:error::c');
});

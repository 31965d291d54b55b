import { expect, it } from 'vitest';
import { CommandFailure } from '../command-failure.ts';
import { renderAnnotation } from './annotation.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { renderJunit } from './junit.ts';
import { escapeJson, printable, printableJson, printableLine, printableLines, readableLines } from './printable.ts';

/** One of each kind: C0, DEL, C1, direction, separators, half of a pair. */
const kinds = ['\u0000', '\u001b', '\r', '\n', '\u007f', '\u0085', '\u009b', '\u202e', '\u2066', '\u200f', '\u061c'];
const all = [...kinds, '\u2028', '\u2029', '\ud800'];

it('[TC16] replaces only characters that a terminal interprets', () => {
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
  ['a ##vso[task.setvariable variable=x]y', 'a \ufffd#vso[task.setvariable variable=x]y'],
  ["a ###teamcity[testStarted name='x']", "a #\ufffd#teamcity[testStarted name='x']"],
  ['a section_end:1700000000:x', 'a section_end\ufffd1700000000:x'],
  ['a ::error::x', 'a ::error::x'],
  ['section_start: x', 'section_start: x'],
  ['## x [', '## x ['],
  [': x', ': x'],
  ['## x', '## x'],
] as const)('[TC17] the line %j is no workflow command', ([text, line]) => {
  expect(printableLine(text)).toBe(line);
});

it('[TC16] JSON escapes them and invisible characters', () => {
  const value = { [all.join('')]: ['a\u00a0b', '\u00ad', '\u200b', '\u{e0001}', 'é'] };
  for (const text of [printableJson(value), printableJson(value, 2), escapeJson(JSON.stringify(value))]) {
    expect(text).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}|\u00a0/u);
    expect(JSON.parse(text)).toEqual(value);
  }
});

/** A command of each CI server, as untrusted text. */
const commands = ['##[group]a', '##vso[task.complete]a', "##teamcity[testFailed name='a']", 'section_start:17:a'];
const isCommand = /##[\w.]*\[|section_(?:start|end):\d|^\s*::/m;

it.for(commands)('[TC17] %s is escaped in JSON, XML and Markdown, and replaced elsewhere', (command) => {
  const text = `a ${command}\n\u2003::add-mask::x`;
  const json = printableJson({ [text]: [text] }, 2);
  expect(json).not.toMatch(isCommand);
  expect(JSON.parse(json)).toEqual({ [text]: [text] });
  const problem = { kind: 'failure', type: text, message: text, detail: text } as const;
  const xml = renderJunit('x', [{ name: text, cases: [{ name: text, problem }], output: text }]);
  expect(xml).not.toMatch(isCommand);
  expect(xml.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).split(command)).toHaveLength(8);
  expect(escapeMarkdown(text)).not.toMatch(isCommand);
  expect(escapeMarkdown(text)).toContain(command.includes('#') ? '&#35;' : '&#95;');
  expect(printableLines(text).join('\n')).not.toMatch(isCommand);
  expect(readableLines(`\t::error::x\n${text}`).join('\n')).not.toMatch(isCommand);
  expect(renderAnnotation({ severity: 'error', file: text, title: text, text })).not.toMatch(/##|section_start:/);
});

it('[TC16][LC15] no part of an annotation has them', () => {
  const bad = `a${kinds.join('')}\u2028::b`;
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  const text = renderAnnotation({ severity: 'error', file: bad, place, title: bad, text: bad });
  expect(text).not.toMatch(/\p{Cc}|\p{Bidi_Control}|\p{Zl}/u);
  expect(text).toMatch(/^::error file=a[^:,]*%3A%3Ab,line=1,col=1,endColumn=2,title=[^:,]+::/);
  expect(text.split('%0A')).toHaveLength(2);
});

it('[TC16][LC14] JUnit XML has references for them, or omits them', () => {
  const text = renderJunit('x', [{ name: all.join(''), cases: [{ name: 'a' }], output: '\u009b\u202e' }]);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Zl}/u);
  expect(text).toContain('<system-out>&#155;&#8238;</system-out>');
});

it('[TC16][TC17] the message of a failed command has only its given lines', () => {
  const { message } = new CommandFailure('usage', ['The file a\n::error::b\u001b:', '::error::c']);
  expect(message).toBe('The file a\ufffd::error::b\ufffd:\n\ufffd:error::c');
});

import { jsonPointer, lostNumbers } from '@botwright/core/files';
import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';
import { locate, type Place } from './locate.ts';
import { visitJson } from './visit-json.ts';

/** The reason why a text cannot be read, as a sentence, with its place. */
export interface UnreadableText {
  /** One sentence without a place. */
  readonly message: string;
  /** Where reading stopped. */
  readonly place: Place;
}

export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | ({
      readonly ok: false;
      /** Set for valid JSON that would lose data: such as `has the key "a" a second time`. Shows no values. */
      readonly loss?: string;
    } & UnreadableText);

/**
 * Reads JSON, and refuses texts of which `JSON.parse` would silently lose data: keys that an object has twice, and
 * digits of whole numbers beyond 2^53.
 *
 * @param text - Without a byte order mark.
 * @spec BF2, BF23, BF25
 */
export function readJson(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, ...findJsonError(text) };
  }
  // Counting is much faster than parsing the text again.
  const repeated = countWrittenKeys(text) === countKeys(value) ? undefined : findRepeatedKey(text);
  const loss = repeated ?? findLostNumber(text);
  return loss === undefined ? { ok: true, value } : { ok: false, ...loss };
}

type Loss = UnreadableText & { readonly loss: string };

/** The first number that JavaScript would change, with the place of its member. */
function findLostNumber(text: string): Loss | undefined {
  for (const { written, path } of lostNumbers(text)) {
    const pointer = jsonPointer(...path());
    const at = pointer === '' ? '' : ` at ${pointer}`;
    const message = Number.isFinite(Number(written))
      ? `The whole number${at} is beyond 9,007,199,254,740,991 and would lose digits: write it as a text, in quotes.`
      : `The number${at} is too large to store.`;
    const loss = `has a number that is too large${at}`;
    return { loss, message, place: locate(text, pointer) };
  }
  return undefined;
}

/** An upper bound of the keys of a JSON text: quotes before a colon. Counts texts that begin with a colon, too. */
function countWrittenKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isSpace(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === 0x22 && !isEscaped(text, before)) count += 1;
  }
  return count;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === 0x5c) before -= 1;
  return (at - before) % 2 === 0;
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;

/** The number of keys of all objects in a value. */
function countKeys(value: unknown): number {
  let count = 0;
  const open: object[] = isObject(value) ? [value] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const part of next) if (isObject(part)) open.push(part);
      continue;
    }
    for (const key of Object.keys(next)) {
      count += 1;
      const part = (next as Readonly<Record<string, unknown>>)[key];
      if (isObject(part)) open.push(part);
    }
  }
  return count;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The first key that occurs twice in its object. */
function findRepeatedKey(text: string): Loss | undefined {
  const open: Map<string, number>[] = [];
  let found: Loss | undefined;
  visitJson(text, {
    onObjectBegin: () => {
      open.push(new Map());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name, _offset, length, line, character) => {
      const lines = open.at(-1);
      const first = lines?.get(name);
      if (first === undefined) lines?.set(name, line + 1);
      else {
        const repeated = JSON.stringify(name);
        found ??= {
          loss: `has the key ${repeated} a second time`,
          message: `The key ${repeated} is in this object a second time: it is in line ${first}, too.`,
          place: { line: line + 1, column: character + 1, endLine: line + 1, endColumn: character + 1 + length },
        };
      }
    },
  });
  return found;
}

/** Descriptions of the parser's error codes. */
const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'an unknown word',
  InvalidNumberFormat: 'a number that is cut off',
  PropertyNameExpected: 'a name in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is missing before this',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing brace is missing before this',
  CloseBracketExpected: 'a closing bracket is missing before this',
  EndOfFileExpected: 'there is more behind the end',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'an escaped character is cut off',
  InvalidEscapeCharacter: 'a backslash before a character that needs none',
  InvalidCharacter: 'a control character that is not escaped',
};

/** The first error in a text that is not valid JSON. */
function findJsonError(text: string): UnreadableText {
  if (text.trim() === '') return { message: 'The file is empty.', place: locate(text, '') };
  let found: UnreadableText | undefined;
  const onError = (code: ParseErrorCode, _offset: number, length: number, line: number, character: number): void => {
    found ??= {
      message: `This is not JSON: ${reasons[printParseErrorCode(code)] ?? 'something is wrong here'}.`,
      place: { line: line + 1, column: character + 1, endLine: line + 1, endColumn: character + 1 + length },
    };
  };
  visitJson(text, { onError }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return found ?? { message: 'This is not JSON, and is nested too deeply to say where.', place: locate(text, '') };
}

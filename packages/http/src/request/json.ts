import { EngineError, errorCatalog } from '@botwright/core';
import { type JSONVisitor, visit } from 'jsonc-parser';
import { WireError } from './read-input.ts';

/** How deep a body may nest, the root counting 1. */
export const maxDepth = 100;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether a `Content-Type` is JSON: `application/json` or a type that ends in `+json`, whatever its parameters. A
 * charset other than UTF-8 is not JSON.
 *
 * @spec HT31
 */
export function isJsonType(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';');
  const name = type.trim().toLowerCase();
  const isJson = name === 'application/json' || /^application\/[\w.!#$&^+-]+\+json$/.test(name);
  return isJson && parameters.every(keepsUtf8);
}

function keepsUtf8(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  if (name.trim().toLowerCase() !== 'charset') return true;
  return ['utf-8', 'utf8'].includes(value.trim().replaceAll('"', '').toLowerCase());
}

/**
 * Parses a body whose size was checked before.
 *
 * @throws {EngineError} `malformed_json`, `whole_number_too_large`
 * @spec HT32, HT73
 */
export function parseJson(bytes: Uint8Array): unknown {
  const { isTooDeep, hasLongNumber } = scan(maxDepth, bytes);
  if (isTooDeep) {
    throw new EngineError('malformed_json', { message: `The body nests deeper than ${maxDepth} levels.` });
  }
  const text = decodeUtf8(bytes);
  const value = parse(text);
  if (hasLongNumber) refuseChangedNumbers(text);
  return value;
}

/**
 * JavaScript reads whole numbers beyond 2^53 as other ones. Numbers with a fraction or an exponent are decimals, and are
 * read as such.
 *
 * @param text - Valid JSON.
 * @throws {EngineError} `whole_number_too_large`, with the path of the member.
 */
function refuseChangedNumbers(text: string): void {
  /** `undefined` where the name of a member comes next. */
  const path: (string | number | undefined)[] = [];
  for (const [token, string, number] of text.matchAll(tokens)) {
    const last = path.at(-1);
    if (token === '{') path.push(undefined);
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',') path[path.length - 1] = typeof last === 'number' ? last + 1 : undefined;
    else if (string !== undefined && path.length > 0 && last === undefined) path[path.length - 1] = JSON.parse(string);
    else if (number !== undefined && !isExact(number)) {
      const { message } = errorCatalog.whole_number_too_large;
      throw new WireError('whole_number_too_large', { faults: [{ field: path.join('.'), message }] });
    }
  }
}

const tokens = /[{}[\],]|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/g;

function isExact(number: string): boolean {
  return number.length < longNumber || /[.eE]/.test(number) || String(Number(number)) === number;
}

/** Digits, perhaps with a sign, of the shortest whole number that may lose some. */
const longNumber = 16;

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EngineError('malformed_json', { message: 'The body is not UTF-8.', cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EngineError('malformed_json', { ...malformedAt(text), cause });
  }
}

/** UTF-16 units. In a longer text it would take too long to say where the fault is. */
const longestSearched = 262_144;

/** Says where a text stops being JSON. @spec HT60 */
function malformedAt(text: string): { readonly message?: string } {
  if (text.length > longestSearched) return {};
  let place: string | undefined;
  const onError: JSONVisitor['onError'] = (_error, _offset, _length, line, character) => {
    place ??= `line ${line + 1}, column ${character + 1}`;
  };
  visit(text, { onError }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return place === undefined ? {} : { message: `The body is not valid JSON at ${place}.` };
}

/** What is found in JSON text before it is parsed; for text that is not JSON it means nothing, and parsing refuses it. */
interface Scan {
  /** Lists and objects nest deeper than the limit, the root counting 1. */
  readonly isTooDeep: boolean;
  /** Outside of strings there are 16 digits in a row. */
  readonly hasLongNumber: boolean;
}

/**
 * Counts brackets and digits.
 *
 * @param bytes - JSON text in UTF-8.
 * @spec HT32, HT73
 */
export function scan(limit: number, bytes: Uint8Array): Scan {
  let depth = 0;
  let digits = 0;
  let hasLongNumber = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      hasLongNumber ||= digits === longNumber;
      continue;
    }
    digits = 0;
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return { isTooDeep: true, hasLongNumber };
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return { isTooDeep: false, hasLongNumber };
}

/** @returns Where the string that opens at `start` closes, or past the end. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let close = bytes.indexOf(quote, start + 1); close !== -1; close = bytes.indexOf(quote, close + 1)) {
    let escapes = 0;
    while (bytes[close - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return close;
  }
  return bytes.length;
}

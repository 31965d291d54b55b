import { EngineError } from '@botwright/core';
import { isChangedWhole, lostNumbers } from '@botwright/core/files';
import { errorCatalog } from '@botwright/core/front';
import { type JSONVisitor, visit } from 'jsonc-parser';
import { WireError } from './read-input.ts';

/** Maximum depth of a body; the root counts 1. */
export const maxDepth = 100;

const quote = 0x22;
const backslash = 0x5c;

/** Bytes of the shortest number with more digits than JavaScript stores. */
const shortestChanged = 16;

/**
 * Whether a `Content-Type` is JSON: `application/json` or a type that ends in `+json`, with any parameters. A charset
 * other than UTF-8 is not JSON.
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
 * Parses a body of checked size.
 *
 * @throws {EngineError} `malformed_json`, `whole_number_too_large`
 * @spec HT32, HT73
 */
export function parseJson(bytes: Uint8Array): unknown {
  const { isTooDeep, changesNumber } = scan(maxDepth, bytes);
  if (isTooDeep) {
    throw new EngineError('malformed_json', { message: `The body nests deeper than ${maxDepth} levels.` });
  }
  const text = decodeUtf8(bytes);
  const value = parse(text);
  if (changesNumber) refuseChangedNumber(text);
  return value;
}

/** @throws {EngineError} `whole_number_too_large`, with the path of the member. */
function refuseChangedNumber(text: string): void {
  for (const { written, path } of lostNumbers(text)) {
    if (!isChangedWhole(written)) continue;
    const { message } = errorCatalog.whole_number_too_large;
    const field = path().join('.');
    throw new WireError('whole_number_too_large', { faults: [{ field, message }] });
  }
}

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

/** UTF-16 units. Finding the place of the fault in a longer text would take too long. */
const longestSearched = 262_144;

/** Finds the place at which a text stops being JSON. @spec HT60 */
function malformedAt(text: string): { readonly message?: string } {
  if (text.length > longestSearched) return {};
  let place: string | undefined;
  const onError: JSONVisitor['onError'] = (_error, _offset, _length, line, character) => {
    place ??= `line ${line + 1}, column ${character + 1}`;
  };
  visit(text, { onError }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return place === undefined ? {} : { message: `The body is not valid JSON at ${place}.` };
}

/** The result of scanning JSON text before parsing; meaningless for other text, which parsing refuses. */
interface Scan {
  /** Lists and objects exceed the maximum depth; the root counts 1. */
  readonly isTooDeep: boolean;
  /** JavaScript would read a whole number as another one. */
  readonly changesNumber: boolean;
}

/**
 * Counts brackets, and checks long numbers.
 *
 * @param bytes - JSON text in UTF-8.
 * @spec HT32, HT73
 */
export function scan(limit: number, bytes: Uint8Array): Scan {
  let depth = 0;
  let changesNumber = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (isDigit(byte)) {
      const end = endOfNumber(bytes, index);
      if (end - index >= shortestChanged) changesNumber ||= isChangedWhole(decoder.decode(bytes.subarray(index, end)));
      index = end - 1;
    } else if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return { isTooDeep: true, changesNumber };
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return { isTooDeep: false, changesNumber };
}

const decoder = new TextDecoder();

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Digits, point, exponent and its sign. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] as number;
    if (!isDigit(byte) && byte !== 0x2e && byte !== 0x65 && byte !== 0x45 && byte !== 0x2b && byte !== 0x2d) break;
  }
  return end;
}

/** @returns The index of the quote that closes the string opened at `start`, or the length. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let close = bytes.indexOf(quote, start + 1); close !== -1; close = bytes.indexOf(quote, close + 1)) {
    let escapes = 0;
    while (bytes[close - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return close;
  }
  return bytes.length;
}

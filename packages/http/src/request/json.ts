import { EngineError } from '@botwright/core';
import { type JSONVisitor, visit } from 'jsonc-parser';

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
 * @throws {EngineError} `malformed_json`
 * @spec HT32
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (isDeeperThan(maxDepth, bytes)) {
    throw new EngineError('malformed_json', { message: `The body nests deeper than ${maxDepth} levels.` });
  }
  return parse(decodeUtf8(bytes));
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

/**
 * Whether lists and objects nest deeper than `limit`, the root counting 1. Found by counting brackets, before anything
 * is parsed; for text that is not JSON the result means nothing, and parsing refuses it later.
 *
 * @param bytes - JSON text in UTF-8.
 * @spec HT32
 */
export function isDeeperThan(limit: number, bytes: Uint8Array): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
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

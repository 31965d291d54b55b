import { EngineError } from '@botwright/core';
import { isDeeperThan } from './json-depth.ts';

/** How deep a body may nest, the root counting 1. */
export const maxDepth = 100;

/**
 * Parses a body that has passed the limit.
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
    throw new EngineError('malformed_json', { cause });
  }
}

import { EngineError } from '@botwright/core';

const maxLength = 255;

/**
 * @returns `undefined` when the caller gave none.
 * @throws {EngineError} `invalid_parameters`
 * @spec HT48
 */
export function readIdempotencyKey(header: string | null | undefined): string | undefined {
  if (header === null || header === undefined) return undefined;
  if (header.length >= 1 && header.length <= maxLength) return header;
  throw new EngineError('invalid_parameters', {
    field: 'Idempotency-Key',
    message: `Expected 1 to ${maxLength} characters.`,
  });
}

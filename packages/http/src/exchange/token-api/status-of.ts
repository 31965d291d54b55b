import type { EngineError, ErrorCode } from '@botwright/core';
import { statusByKind } from '../reply/status.ts';

/** Where the interfaces with one kind of token differ from the Bots API. */
const ownStatuses: ReadonlyMap<ErrorCode, number> = new Map<ErrorCode, number>([
  ['invalid_parameters', 422],
  ['field_not_described', 422],
  ['unsupported_media_type', 400],
]);

/** @spec TK12, TK14 */
export function statusOf({ code, kind }: Pick<EngineError, 'code' | 'kind'>): number {
  return ownStatuses.get(code) ?? statusByKind[kind];
}

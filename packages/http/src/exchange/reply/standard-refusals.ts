import { EngineError } from '@botwright/core';
import type { Reply } from './reply.ts';

/** Shapes a refusal as an interface does. */
export type Refuse = (error: EngineError, headers?: Readonly<Record<string, string>>) => Reply;

/** @spec HT28 */
export function tooManyRequests(refuse: Refuse, retryAfterMs: number): Reply {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return refuse(new EngineError('too_many_requests'), { 'retry-after': String(seconds) });
}

/** @spec HT4 */
export function methodNotAllowed(refuse: Refuse, allow: string): Reply {
  return refuse(new EngineError('method_not_allowed'), { allow });
}

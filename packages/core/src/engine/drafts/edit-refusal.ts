import type { Violation } from '../../domain/rules/violation.ts';
import { EngineError, type ErrorCode } from '../engine-error.ts';

/**
 * Makes the refusal of a write that carries blocks.
 *
 * @param code - The operation's own, for problems of any kind.
 * @param violationsTotal - Default: as many as are given.
 * @spec BO6, DR26
 */
export function editRefusal(
  code: ErrorCode,
  violations: readonly Violation[],
  violationsTotal = violations.length,
): EngineError {
  const onlyLinks = violations.every((violation) => violation.code === 'linked_bot_not_found');
  return new EngineError(onlyLinks ? 'linked_bot_not_found' : code, { violations, violationsTotal });
}

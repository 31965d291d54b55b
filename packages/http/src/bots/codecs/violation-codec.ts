import type { Violation } from '@botwright/core';
import type { WireViolation } from '../schemas/violation-schema.ts';

/** @spec HT14 */
export function encodeViolation(violation: Violation): WireViolation {
  const { blockId, param, connectionId, output, hint } = violation;
  return {
    code: violation.code,
    message: violation.message,
    ...(blockId !== undefined && { block_id: blockId }),
    ...(param !== undefined && { param }),
    ...(connectionId !== undefined && { connection_id: connectionId }),
    ...(output !== undefined && { output }),
    pointer: violation.pointer,
    severity: violation.severity,
    ...(hint !== undefined && { hint }),
  };
}

interface WireViolations {
  readonly violations: WireViolation[];
  readonly violations_total?: number;
}

/**
 * @param total - How many there are; more than the list holds when there were too many to keep.
 * @spec HT15
 */
export function encodeViolations(violations: readonly Violation[], total: number): WireViolations {
  const list = { violations: violations.map(encodeViolation) };
  return total > violations.length ? { ...list, violations_total: total } : list;
}

import type { Violation } from '@botwright/core/diagram';
import { describedBySpec, describedHere } from '@botwright/core/inputs';
import * as v from 'valibot';
import { type EncodeError, errorEncoder, wireMessage } from '../../response/errors.ts';

/** @spec HT14 */
export const violationSchema = v.object({
  code: describedBySpec(v.string(), 'Stable machine name, such as start_connection.'),
  message: describedBySpec(v.string(), 'For people; may change.'),
  block_id: v.exactOptional(v.string()),
  param: v.exactOptional(v.string()),
  connection_id: v.exactOptional(describedHere(v.string(), 'Id of the connection at fault.')),
  output: v.exactOptional(describedHere(v.string(), 'The output at fault.')),
  pointer: describedHere(v.string(), 'RFC 6901 pointer into the diagram.'),
  severity: describedHere(
    v.picklist(['error', 'warning']),
    'error stops publication and test deployment, warning the test deployment only.',
  ),
  hint: v.exactOptional(describedHere(v.string(), 'A change that removes the fault.')),
});

export type WireViolation = v.InferOutput<typeof violationSchema>;

export const violationsTotal = describedHere(
  v.pipe(v.number(), v.integer()),
  'How many violations there are; only there when they are more than those listed.',
);

/** @spec HT12 */
export const errorSchema = v.object({
  error: v.object({
    code: describedBySpec(v.string(), 'Stable machine name.'),
    message: describedBySpec(v.string(), 'For people; may change.'),
    violations: v.exactOptional(describedBySpec(v.array(violationSchema), 'Only when diagram rules were broken.')),
    violations_total: v.exactOptional(violationsTotal),
  }),
});

export type WireError = v.InferOutput<typeof errorSchema>;

/** @spec AP22 */
export const detailSchema = v.object({ detail: v.string() });

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
  /** The first ones of the draft. */
  readonly violations: WireViolation[];
  /** How many there are, where not all are listed. */
  readonly violations_total?: number;
}

/**
 * Writes violations in the form of the Bots API.
 *
 * @param total - The number found; larger than the list when there were too many to store. @spec HT15
 */
export function encodeViolations(violations: readonly Violation[], total: number): WireViolations {
  const list = { violations: violations.map(encodeViolation) };
  return total > violations.length ? { ...list, violations_total: total } : list;
}

/**
 * Encodes an error as the Bots API does. Uses only the error, so that a record of another brand cannot be distinguished
 * from a missing one.
 *
 * @spec HT12, HT13, HT16, HT26
 */
export const encodeBotsError: EncodeError = errorEncoder((error): WireError => {
  const { code, violations, violationsTotal: total } = error;
  return {
    error: { code, message: wireMessage(error), ...(violations.length > 0 && encodeViolations(violations, total)) },
  };
});

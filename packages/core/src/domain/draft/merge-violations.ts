import type { Diagram } from '../diagram/diagram.ts';
import type { CheckResult, Violation } from '../rules/violation.ts';
import { mostKept } from '../rules/violation-list.ts';

/**
 * Puts errors that were found on nodes outside the rules among those of a check, in the order of a check.
 *
 * @spec BO6, DR27
 */
export function mergeViolations(diagram: Diagram, check: CheckResult, found: readonly Violation[]): CheckResult {
  if (found.length === 0) return check;
  const ranks = new Map(Object.keys(diagram.nodes).map((id, index) => [id, index]));
  const rankOf = ({ blockId, connectionId }: Violation): number =>
    blockId === undefined ? (connectionId === undefined ? -1 : ranks.size) : (ranks.get(blockId) ?? ranks.size);

  const violations = [...check.violations, ...found].sort((a, b) => rankOf(a) - rankOf(b) || compareInEntry(a, b));
  return {
    violations: violations.slice(0, mostKept),
    total: check.total + found.length,
    errors: check.errors + found.length,
  };
}

/** What the entry itself breaks comes by code, before its connections, which keep their order. */
function compareInEntry(a: Violation, b: Violation): number {
  const ofConnection = Number(a.connectionId !== undefined) - Number(b.connectionId !== undefined);
  if (ofConnection !== 0 || a.connectionId !== undefined || a.code === b.code) return ofConnection;
  return a.code < b.code ? -1 : 1;
}

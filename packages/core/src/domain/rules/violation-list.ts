import { jsonPointer } from '../json/json-pointer.ts';
import type { ConnectionEntry, NodeEntry } from './diagram-index.ts';
import type { Finding, Report } from './rule.ts';
import type { CheckResult, Violation, ViolationSeverity } from './violation.ts';

/** How many violations are kept. */
export const mostKept = 10_000;

/** The entry that is judged; neither: the diagram itself. */
export interface Place {
  readonly node: NodeEntry | undefined;
  readonly connection?: ConnectionEntry;
}

/** Collects what rules report, one place after the other. */
export interface ViolationList {
  /** Reports on the place that is settled next. */
  reportAs(severity: ViolationSeverity): Report;
  /** Whether anything was reported since the last place was settled. */
  hasReports(): boolean;
  settle(place: Place): void;
  result(): CheckResult;
}

/** What is found on one place, before it is known how much of it is kept. */
interface Pending {
  readonly code: string;
  readonly severity: ViolationSeverity;
  readonly describe: () => Finding;
}

/**
 * Makes a list that counts everything and describes only what it keeps.
 *
 * @spec RU2, RU4, RU5, RU6
 */
export function createViolationList(): ViolationList {
  const violations: Violation[] = [];
  const pending: Pending[] = [];
  let total = 0;
  let errors = 0;

  /** One place alone may break more rules than are kept: the first by code, then by arrival, are enough. */
  function cut(): void {
    pending.sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
    pending.length = Math.min(pending.length, mostKept - violations.length);
  }

  return {
    reportAs: (severity) => (code, describe) => {
      total += 1;
      if (severity === 'error') errors += 1;
      if (violations.length === mostKept) return;
      pending.push({ code, severity, describe });
      if (pending.length >= mostKept * 2) cut();
    },
    hasReports: () => pending.length > 0,
    settle: (place) => {
      cut();
      for (const one of pending) violations.push(toViolation(one, place));
      pending.length = 0;
    },
    result: () => ({ violations, total, errors }),
  };
}

function toViolation({ code, severity, describe }: Pending, { node, connection }: Place): Violation {
  const { message, param, output, at = [], hint } = describe();
  const way = connection ? ['connections', connection.key] : node ? ['nodes', node.key] : [];
  return {
    code,
    message,
    ...(node && { blockId: node.key }),
    ...(param !== undefined && { param }),
    ...(connection && { connectionId: connection.key }),
    ...(output !== undefined && { output }),
    pointer: jsonPointer(...way, ...at),
    severity,
    ...(hint !== undefined && { hint }),
  };
}

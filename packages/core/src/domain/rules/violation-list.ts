import { jsonPointer } from '../json/json-pointer.ts';
import { isConnectionEntry } from './diagram-index.ts';
import type { Fault, Report } from './rule.ts';
import type { CheckResult, Violation, ViolationSeverity } from './violation.ts';

/** How many violations are kept. */
export const mostKept = 10_000;

/** Collects what rules report, in whatever order. */
export interface ViolationList {
  reportAs(severity: ViolationSeverity): Report;
  /** Describes what is kept; to be asked once. */
  result(): CheckResult;
}

interface Reported {
  readonly fault: Fault<never>;
  readonly severity: ViolationSeverity;
}

/**
 * Makes a list that counts everything, holds at most twice what it keeps, and describes only what it keeps.
 *
 * @spec RU5, RU6
 */
export function createViolationList(): ViolationList {
  const held: Reported[] = [];
  let lastKept: Reported | undefined;
  let total = 0;
  let errors = 0;

  /** Sorting is stable, so what compares equal stays in the order of arrival. */
  function cut(): void {
    held.sort(inOrder);
    held.length = Math.min(held.length, mostKept);
    if (held.length === mostKept) lastKept = held.at(-1);
  }

  return {
    reportAs: (severity) => (fault) => {
      total += 1;
      if (severity === 'error') errors += 1;
      // What describes a fault is called with the subject of that very fault.
      const reported = { fault: fault as unknown as Fault<never>, severity };
      if (lastKept !== undefined && inOrder(reported, lastKept) >= 0) return;
      held.push(reported);
      if (held.length === mostKept * 2) cut();
    },
    result: () => {
      cut();
      return { violations: held.map(toViolation), total, errors };
    },
  };
}

/** @spec RU5 */
function inOrder({ fault: a }: Reported, { fault: b }: Reported): number {
  return nodeRank(a) - nodeRank(b) || connectionRank(a) - connectionRank(b) || compare(a.code, b.code);
}

const beforeAll = -1;
const afterAll = Number.MAX_SAFE_INTEGER;

function nodeRank({ on }: Fault<never>): number {
  if (on === undefined) return beforeAll;
  return isConnectionEntry(on) ? (on.source?.position ?? afterAll) : on.position;
}

function connectionRank({ on }: Fault<never>): number {
  return on !== undefined && isConnectionEntry(on) ? on.position : beforeAll;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @spec RU2, RU3, RU4 */
function toViolation({ fault, severity }: Reported): Violation {
  const { code, on } = fault;
  const { message, param, output, at = [], hint } = fault.describe(fault.subject);
  const connection = on !== undefined && isConnectionEntry(on) ? on : undefined;
  const blockId = connection === undefined ? on?.key : connection.source?.key;
  const place = on === undefined ? [] : [connection === undefined ? 'nodes' : 'connections', on.key];
  return {
    code,
    message,
    ...(blockId !== undefined && { blockId }),
    ...(param !== undefined && { param }),
    ...(connection !== undefined && { connectionId: connection.key }),
    ...(output !== undefined && { output }),
    pointer: jsonPointer(...place, ...at),
    severity,
    ...(hint !== undefined && { hint }),
  };
}

import type { Diagram } from '../diagram/diagram.ts';
import { jsonPointer } from '../json/json-value.ts';
import { isConnectionEntry } from './diagram-index.ts';
import type { Fault, Report, ViolationSeverity } from './rule.ts';

/** One broken rule, with its place in the diagram. */
export interface Violation {
  /** Stable machine name, such as `start_connection`. */
  readonly code: string;
  /** For people; may change between releases. */
  readonly message: string;
  /** Key of the block in `nodes`; absent if the fault is not in a block. */
  readonly blockId?: string;
  /** Key in `params`; absent if the fault is not in one param. */
  readonly param?: string;
  /** Key in `connections`; absent if the fault is not in a connection. */
  readonly connectionId?: string;
  /** The output of the block or connection at fault; absent if the fault is not about one. */
  readonly output?: string;
  /** RFC 6901 pointer into the diagram. */
  readonly pointer: string;
  /** `error` prevents publication and test deployment; `warning` prevents only the test deployment. */
  readonly severity: ViolationSeverity;
  /** A fix, if there is one clear way. */
  readonly hint?: string;
}

/** The first 10,000 violations in order, and the total. */
export interface CheckResult {
  /** At most 10,000, in diagram order. */
  readonly violations: readonly Violation[];
  /** Counts errors and warnings, also beyond the first 10,000. */
  readonly total: number;
  /** The number of errors in `total`, also beyond the first 10,000. */
  readonly errors: number;
}

/** The most listed violations. */
export const mostReported = 10_000;

/** Collects reports of rules, in any order. */
export interface ViolationList {
  reportAs(severity: ViolationSeverity, code: string): Report;
  /** Sorts and describes the listed violations. Call it once. */
  result(): CheckResult;
}

interface Reported {
  readonly fault: Fault;
  readonly severity: ViolationSeverity;
}

/**
 * Makes a list that counts all faults, stores at most twice the listed number, and describes only the listed ones.
 *
 * @spec RU5, RU6
 */
export function createViolationList(): ViolationList {
  const stored: Reported[] = [];
  let lastReported: Reported | undefined;
  let total = 0;
  let errors = 0;

  /** Sorting is stable: equal faults stay in the order of reporting. */
  function cut(): void {
    stored.sort(inOrder);
    stored.length = Math.min(stored.length, mostReported);
    if (stored.length === mostReported) lastReported = stored.at(-1);
  }

  return {
    reportAs:
      (severity, code) =>
      (on, describe, ...facts) => {
        total += 1;
        if (severity === 'error') errors += 1;
        const reported = { fault: { code, on, describe, facts }, severity };
        if (lastReported !== undefined && inOrder(reported, lastReported) >= 0) return;
        stored.push(reported);
        if (stored.length === mostReported * 2) cut();
      },
    result: () => {
      cut();
      return { violations: stored.map(({ fault, severity }) => toViolation(fault, severity)), total, errors };
    },
  };
}

function inOrder({ fault: a }: Reported, { fault: b }: Reported): number {
  return compareFaults(a, b);
}

/** The order of the violations of one diagram. @spec RU5 */
export function compareFaults(a: Fault, b: Fault): number {
  return nodeRank(a) - nodeRank(b) || connectionRank(a) - connectionRank(b) || compare(a.code, b.code);
}

const beforeAll = -1;
const afterAll = Number.MAX_SAFE_INTEGER;

function nodeRank({ on }: Fault): number {
  if (on === undefined) return beforeAll;
  return isConnectionEntry(on) ? (on.source?.position ?? afterAll) : on.position;
}

function connectionRank({ on }: Fault): number {
  return on !== undefined && isConnectionEntry(on) ? on.position : beforeAll;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @spec RU2, RU3, RU4 */
export function toViolation(fault: Fault, severity: ViolationSeverity): Violation {
  const { code, on } = fault;
  const { message, param, output, at = [], hint } = fault.describe(fault.on as never, ...(fault.facts as never));
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

/**
 * Merges errors of nodes from outside the rules into the result of a check, in the order of a check.
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
    violations: violations.slice(0, mostReported),
    total: check.total + found.length,
    errors: check.errors + found.length,
  };
}

/** Within one entry, its own violations come first, by code; violations of its connections follow in the same order. */
function compareInEntry(a: Violation, b: Violation): number {
  const ofConnection = Number(a.connectionId !== undefined) - Number(b.connectionId !== undefined);
  if (ofConnection !== 0 || a.connectionId !== undefined || a.code === b.code) return ofConnection;
  return a.code < b.code ? -1 : 1;
}

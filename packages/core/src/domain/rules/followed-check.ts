import type { Diagram } from '../diagram/diagram.ts';
import type { BlockKinds } from './block-kind.ts';
import { type DiagramContext, finish, readFormulas, rulesOf } from './check-diagram.ts';
import type { ConnectionEntry, DiagramIndex, NodeEntry } from './diagram-index.ts';
import { type ChangedEntries, type ConcernedEntries, editableIndex } from './editable-index.ts';
import type { CheckContext, Fault, Rule } from './rule.ts';
import { type CheckResult, compareFaults, mostReported, toViolation, type Violation } from './violation.ts';

/** The incremental check of a diagram that is edited in place. */
export interface FollowedCheck {
  /** The result of `checkDiagram` for the present diagram. */
  readonly result: () => CheckResult;
  /**
   * Updates the result after an edit of the diagram.
   *
   * @param context - With the present facts; everything else must be unchanged.
   * @returns Whether it succeeded. If not, make a new check and do not use this one any more.
   */
  readonly follow: (changed: ChangedEntries, context: DiagramContext) => boolean;
}

/** A violation, with its place in the order of all. */
interface Found {
  readonly violation: Violation;
  readonly fault: Fault;
  /** The number of the rule, in running order. */
  readonly rule: number;
}

type Place = NodeEntry | ConnectionEntry | undefined;
type Scope = Rule<CheckContext>['looksAt'];

/** A diagram with more violations is checked as a whole after each edit. */
const mostFollowed = 2 * mostReported;

/**
 * Checks a diagram by every rule, and records the violations of each entry.
 *
 * @returns `undefined` for too many violations to record.
 * @throws {TypeError} When a rule of the host is malformed.
 * @spec RU62
 */
export function followCheck(diagram: Diagram, context: DiagramContext, kinds: BlockKinds): FollowedCheck | undefined {
  return finish(followCheckInSteps(diagram, context, kinds));
}

/**
 * The same in small steps, so that other work can run between them. Do not change the diagram before the last step.
 *
 * @spec RU58, RU62
 */
export function* followCheckInSteps(
  diagram: Diagram,
  first: DiagramContext,
  kinds: BlockKinds,
): Generator<undefined, FollowedCheck | undefined> {
  const index = editableIndex(diagram, first, kinds);
  yield;
  const rules = rulesOf(first);
  const found = createFindings((rule) => rules[rule]?.looksAt as Scope);

  function* run(looksAt: Scope, of: DiagramIndex, context: DiagramContext, concerned?: ConcernedEntries) {
    const results: Found[] = [];
    for (const [nth, rule] of rules.entries()) {
      if (rule.looksAt !== looksAt) continue;
      rule.check(of, context, (code) => (on, describe, ...facts) => {
        // Beyond the limit the check is not incremental.
        if (results.length > mostFollowed) return;
        const fault = { code, on, describe, facts };
        results.push({ violation: toViolation(fault, rule.severity), fault, rule: nth });
      });
      yield;
    }
    found.replace(looksAt, results, concerned);
  }

  const whole = index.whole();
  yield* readFormulas(whole);
  for (const scope of ['entries', 'facts', 'graph', 'diagram'] as const) yield* run(scope, whole, first);
  if (found.count() > mostFollowed) return undefined;

  return {
    result: found.result,

    follow(changed, context) {
      const concerned = index.change(changed);
      if (concerned === undefined) return false;
      finish(run('entries', index.part(concerned), context, concerned));
      finish(run('facts', index.referring(), context));
      const now = index.whole();
      if (concerned.isGraphChanged) finish(run('graph', now, context));
      finish(run('diagram', now, context));
      return found.count() <= mostFollowed;
    },
  };
}

/** Makes a collection of violations by entry. */
function createFindings(scopeOf: (rule: number) => Scope) {
  const byPlace = new Map<Place, readonly Found[]>();
  let count = 0;

  function put(place: Place, found: readonly Found[]): void {
    count += found.length - (byPlace.get(place)?.length ?? 0);
    if (found.length === 0) byPlace.delete(place);
    else byPlace.set(place, found);
  }

  return {
    /**
     * Replaces the former violations of the rules of a scope.
     *
     * @param concerned - The checked entries, in addition to the diagram. Default: all.
     */
    replace(scope: Scope, found: readonly Found[], concerned?: ConcernedEntries): void {
      const places: ReadonlySet<Place> =
        concerned === undefined
          ? new Set(byPlace.keys())
          : new Set([undefined, ...concerned.nodes, ...concerned.connections]);
      for (const place of places) {
        const before = byPlace.get(place);
        if (before !== undefined)
          put(
            place,
            before.filter(({ rule }) => scopeOf(rule) !== scope),
          );
      }
      for (const [place, here] of Map.groupBy(found, ({ fault }) => fault.on)) {
        if (concerned === undefined || places.has(place)) put(place, [...(byPlace.get(place) ?? []), ...here]);
      }
    },

    count: (): number => count,

    result(): CheckResult {
      const all = [...byPlace.values()].flat();
      all.sort((a, b) => compareFaults(a.fault, b.fault) || a.rule - b.rule);
      const errors = all.filter(({ violation }) => violation.severity === 'error').length;
      return { violations: all.slice(0, mostReported).map(({ violation }) => violation), total: all.length, errors };
    },
  };
}

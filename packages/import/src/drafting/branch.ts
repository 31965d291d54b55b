import type { JsonObject } from '@botwright/core/diagram';
import type { Decision } from '../code/logic.ts';
import type { Column, Draft } from './draft.ts';

/** One way out of a place, if its condition holds. */
export interface Way {
  readonly decision: Decision;
  readonly to: string;
  readonly name?: string;
}

/**
 * Adds conditions from a place on: the first way whose condition holds is taken, else the other one.
 *
 * @param otherwise - A place.
 */
export function branch(draft: Draft, column: Column, from: string, ways: readonly Way[], otherwise: string): void {
  const open: Way[] = [];
  let last = otherwise;
  for (const way of ways) {
    if (way.decision === false) continue;
    if (way.decision === true) {
      last = way.to;
      break;
    }
    open.push(way);
  }
  const most = draft.at.mostOf('switch', 'cases');
  let place = from;
  for (let rest = open; ; ) {
    const [only] = rest;
    if (only === undefined) {
      draft.builder.standsFor(place, last);
      return;
    }
    if (rest.length === 1) {
      const leads = [
        ['true', only.to],
        ['false', last],
      ] as const;
      draft.builder.standsFor(place, draft.add(column, 'conditions', only.decision as JsonObject, leads));
      return;
    }
    const page = rest.slice(0, most);
    rest = rest.slice(most);
    const next = rest.length === 0 ? last : draft.place();
    const cases = page.map(({ decision, name }, nth) => ({
      id: `case${nth + 1}`,
      ...(name === undefined || name === '' ? {} : { name }),
      ...(decision as JsonObject),
    }));
    const leads = [...page.map(({ to }, nth) => [`$case${nth + 1}`, to] as const), ['$else', next] as const];
    draft.builder.standsFor(place, draft.add(column, 'switch', { cases }, leads));
    if (rest.length === 0) return;
    place = next;
  }
}

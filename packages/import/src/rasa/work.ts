import { type Decision, decisionOf, NoTranslation } from '../code/logic.ts';
import type { Column, Draft } from '../drafting/draft.ts';
import { fieldNamer } from '../field-names.ts';
import { excerpt } from '../plain-texts.ts';
import type { SourceAt } from '../source-order.ts';
import type { Project, RasaFlow } from './project.ts';
import { parsePredicate } from './pypred.ts';

/** The work on one assistant. */
export interface Work {
  readonly project: Project;
  readonly draft: Draft;
  /** The Field of a slot. */
  slot(name: string): string;
  /** A Field of the importer's own. */
  ownField(name: string): string;
  /** The flows that have a block in the result. */
  readonly flows: ReadonlyMap<string, RasaFlow>;
}

export function workOn(project: Project, draft: Draft): Work {
  const { fieldName = (name: string) => name } = draft.options;
  const fieldOf = fieldNamer();
  for (const name of project.slots.keys()) fieldOf(`slot ${name}`, fieldName(name));
  return {
    project,
    draft,
    slot: (name) => fieldOf(`slot ${name}`, fieldName(name)),
    ownField: (name) => fieldOf(`own ${name}`, name),
    flows: new Map(project.flows.toReversed().map((flow) => [flow.id, flow])),
  };
}

/** A condition; one without a translation never holds, and is reported. */
export function readCondition(work: Work, source: string, at: SourceAt): Decision {
  try {
    return decisionOf(
      parsePredicate(source, (scope, name) => {
        if (scope === 'context') throw new NoTranslation();
        return work.slot(name);
      }),
    );
  } catch (error) {
    if (!(error instanceof NoTranslation)) throw error;
    work.draft.report(at, [
      'lost',
      'condition-formula',
      `The condition ${excerpt(source)} has no form, and never holds.`,
    ]);
    return false;
  }
}

export const flowPlace = (id: string): string => `flow ${id}`;
/** Where the visitor chooses what to do. */
export const menuPlace = 'the menu';
/** Where a flow that the visitor began comes back to. */
export const completedPlace = 'after a flow';

/** A column of the canvas for each flow. */
export const columnOf = (id: string, title: string, nth: number): Column => ({ id, title, left: nth * 420, top: 0 });

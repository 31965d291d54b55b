import type { JsonObject } from '@botwright/core/diagram';
import { listOf, member, textOf } from '../json.ts';
import { collectsOf } from './flows.ts';
import type { Work } from './work.ts';

/** A value that a model picks out of a sentence. */
export interface Fill extends JsonObject {
  readonly destination: string;
  readonly type: string;
  readonly description: string;
}

/** The types of values that a model picks out of a sentence, by those of slots. */
const typesOfSlots: Readonly<Record<string, string>> = {
  bool: 'boolean',
  float: 'number',
  int: 'integer',
  list: 'list',
};

/** The slots of flows that a model fills from the sentence which begins one, but for those that are always asked. */
export function fillsOf(work: Work): readonly Fill[] {
  const { draft, project } = work;
  const found = new Map<string, Fill>();
  const flows = [...work.flows.values()].filter(({ isPattern }) => !isPattern).toReversed();
  for (const { slot, step } of flows.flatMap(({ id }) => collectsOf(work, id))) {
    if (found.has(slot) || member(step, 'ask_before_filling') === true) continue;
    const json = project.slots.get(slot)?.json;
    const type = textOf(member(json, 'type'));
    const values = listOf(member(json, 'values')).map(String).join(', ');
    const description = textOf(member(step, 'description')).trim() || slot.replaceAll('_', ' ');
    found.set(slot, {
      destination: work.slot(slot),
      type: Object.hasOwn(typesOfSlots, type) ? (typesOfSlots[type] as string) : 'string',
      description: values === '' ? description : `${description}: ${values}`,
    });
  }
  return [...found.values()].slice(0, draft.at.mostOf('understand', 'fills'));
}

import type { JsonObject } from '../domain/json/json-value.ts';
import type { BlockBehaviour, SampleAnswer } from '../runner/behaviour/block-behaviour.ts';
import { shippedBehaviours } from './behaviours.ts';

/**
 * Answers that a block may accept, the most probable first: its own samples, then the samples of all shipped blocks.
 *
 * @param block - Name of the definition.
 * @param own - The behaviours of the host's blocks.
 * @spec TE73
 */
export function sampleAnswers(
  block: string,
  params: JsonObject,
  own: readonly BlockBehaviour[] = [],
): readonly SampleAnswer[] {
  const behaviour = [...own, ...shippedBehaviours].find((each) => each.block === block);
  return [...(behaviour?.samples?.(params) ?? []), ...shippedBehaviours.flatMap(({ samples }) => samples?.({}) ?? [])];
}

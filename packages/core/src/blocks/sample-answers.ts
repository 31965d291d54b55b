import type { JsonObject } from '../domain/json/json-value.ts';
import type { BlockBehaviour, SampleAnswer } from '../runner/behaviour/block-behaviour.ts';
import { shippedBehaviours } from './behaviours.ts';

/**
 * Answers that a block may accept, the most probable first: its own samples, then the samples of all shipped blocks.
 *
 * @param block - Name of the definition.
 * @param own - The behaviours of the host's blocks.
 * @param output - By which the block should be left. Default: any.
 * @spec TE73
 */
export function sampleAnswers(
  block: string,
  params: JsonObject,
  own: readonly BlockBehaviour[] = [],
  output?: string,
): readonly SampleAnswer[] {
  const behaviour = [...own, ...shippedBehaviours].find((each) => each.block === block);
  return [
    ...(behaviour?.samples?.(params, output) ?? []),
    ...shippedBehaviours.flatMap(({ samples }) => samples?.({}) ?? []),
  ];
}

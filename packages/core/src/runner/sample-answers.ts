import { shippedBehaviours } from '../blocks/behaviours.ts';
import type { JsonObject } from '../domain/json/json-value.ts';
import type { SampleAnswer } from './behaviour/block-behaviour.ts';

/**
 * Answers that a block may accept, the most probable first: its own samples, then those of all shipped blocks.
 *
 * @param block - Name of the definition.
 */
export function sampleAnswers(block: string, params: JsonObject): readonly SampleAnswer[] {
  const own = shippedBehaviours.find((behaviour) => behaviour.block === block)?.samples?.(params) ?? [];
  return [...own, ...shippedBehaviours.flatMap(({ samples }) => samples?.({}) ?? [])];
}

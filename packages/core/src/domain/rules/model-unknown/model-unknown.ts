import { describeParam, referencesIn } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { isBlank } from '../params/param-tests.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec LM22 */
export const modelUnknown = rule('model_unknown', 'warning', 'facts', (index, { models }, report) => {
  if (models === undefined) return;
  for (const { block, reference, value: name } of referencesIn(index)) {
    if (reference.to !== 'model' || typeof name !== 'string' || isBlank(name)) continue;
    if (!models.has(name)) report(block, describe, reference.param, name);
  }
});

function describe(block: Block, param: string, name: string): Finding {
  return describeParam(block, param, `names ${excerpt(name)}, which is not a language model of the service`);
}

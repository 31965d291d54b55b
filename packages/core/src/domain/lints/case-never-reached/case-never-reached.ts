import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../json/json-value.ts';
import { placeOf } from '../../rules/block-facts.ts';
import { readParam } from '../../rules/block-kind.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LG26 */
export const caseNeverReached = lint('case-never-reached', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    // The outputs of its only shape are fixed.
    if (kind === undefined || kind.onlyShape?.outputs !== undefined) continue;
    for (const block of blocks) {
      for (const { param } of block.shape?.variant.outputDerivations ?? []) {
        const entries = block.shape && readParam(block.shape, block.node.params, param);
        if (!isJsonList(entries)) continue;
        const firsts = new Map<string, number>();
        entries.forEach((entry, nth) => {
          const conditions = isJsonObject(entry) ? conditionsOf(entry) : undefined;
          if (conditions === undefined) return;
          const first = firsts.get(conditions);
          if (first === undefined) firsts.set(conditions, nth);
          else report(block, describe, param, first, nth);
        });
      }
    }
  }
});

/** A text that is the same for equal conditions in the same order; `undefined` for an entry without conditions. */
function conditionsOf(entry: JsonObject): string | undefined {
  const conditions = ownMember(entry, 'conditions');
  if (!isJsonList(conditions) || conditions.length === 0) return undefined;
  const texts = conditions.map((each) => JSON.stringify(isJsonObject(each) ? Object.entries(each).toSorted() : each));
  return JSON.stringify([conditions.length > 1 && ownMember(entry, 'match') === 'any', ...texts]);
}

function describe(block: Block, param: string, first: number, nth: number): Finding {
  return {
    message: `Block ${excerpt(block.key)}: entry ${nth + 1} of "${param}" has the conditions of entry ${first + 1}, so it is never reached.`,
    param,
    at: placeOf(block, param, [nth, 'conditions']),
  };
}

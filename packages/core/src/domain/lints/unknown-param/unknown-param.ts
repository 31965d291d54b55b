import { closestName } from '../../closest-name.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI19 */
export const unknownParam = lint('unknown-param', 'error', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    if (kind === undefined || kind.definition.variants.length === 0) continue;
    // The params of all variants: a param of another variant is not read, but is not a typo.
    const names = kind.paramNames;
    for (const block of blocks) {
      for (const param in block.node.params) {
        if (!names.has(param)) report(block, describe, param, names);
      }
    }
  }
});

function describe(block: Block, param: string, names: ReadonlySet<string>): Finding {
  const absent = [...names].filter((name) => !Object.hasOwn(block.node.params, name));
  const closest = closestName(param, absent);
  const name = block.kind?.definition.name;
  return {
    message: `Block ${excerpt(block.key)} (${name}) has the param ${excerpt(param)}, which nothing reads.`,
    param,
    at: ['params', param],
    ...(closest !== undefined && { hint: `Did you mean ${excerpt(closest)}?` }),
  };
}

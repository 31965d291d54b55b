import { meantName } from '../../meant-name.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'unknown-param';

/** @spec LI19 */
export const unknownParam: Lint = {
  id,
  level: 'error',
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      if (kind === undefined || kind.definition.variants.length === 0) continue;
      // The params of all variants: a param of another variant is not read, but is not a typo.
      const names = kind.paramNames;
      for (const block of blocks) {
        for (const param in block.node.params) {
          if (!names.has(param)) report({ code: id, on: block, describe, subject: { block, param, names } });
        }
      }
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly param: string;
  readonly names: ReadonlySet<string>;
}

function describe({ block, param, names }: Subject): Finding {
  const absent = [...names].filter((name) => !Object.hasOwn(block.node.params, name));
  const meant = meantName(param, absent);
  const name = block.kind?.definition.name;
  return {
    message: `Block ${excerpt(block.key)} (${name}) has the param ${excerpt(param)}, which nothing reads.`,
    param,
    at: ['params', param],
    ...(meant !== undefined && { hint: `Did you mean ${excerpt(meant)}?` }),
  };
}

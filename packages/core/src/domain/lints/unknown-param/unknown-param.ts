import type { BlockDefinition } from '../../blocks/block-definition.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';
import { meantName } from '../meant-name.ts';

const id = 'unknown-param';

/** @spec LI19 */
export const unknownParam: Lint = {
  id,
  level: 'error',
  check: ({ blocks }, _facts, report) => {
    const namesOf = rememberNames();
    for (const block of blocks) {
      if (block.kind === undefined || block.kind.definition.variants.length === 0) continue;
      const names = namesOf(block.kind.definition);
      for (const param of Object.keys(block.node.params)) {
        if (!names.has(param)) report({ code: id, on: block, describe, subject: { block, param, names } });
      }
    }
  },
};

/** The params of all variants of a block: one of another variant is not read, but no typo. */
function rememberNames(): (definition: BlockDefinition) => ReadonlySet<string> {
  const known = new Map<BlockDefinition, ReadonlySet<string>>();
  return (definition) => {
    const names =
      known.get(definition) ?? new Set(definition.variants.flatMap(({ params }) => params.map(({ name }) => name)));
    known.set(definition, names);
    return names;
  };
}

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

import type { BlockProblem } from '../../blocks/block-definition.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import type { CheckContext } from '../check-context.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import { hasType } from '../params/param-type.ts';
import { placeOf } from '../references.ts';
import type { Finding, Rule } from '../rule.ts';

/**
 * Asks each kind of block for what only it can judge. A host's own kinds may give codes that are not listed here.
 *
 * @spec RU44, RU45
 */
export const ownRule: Rule<CheckContext> = {
  codes: ['date_format_mismatch'],
  severity: 'error',
  begin: () => ({
    block: (block, report) => {
      const check = block.kind?.definition.check;
      if (check === undefined) return;
      for (const problem of check(readableParams(block))) report(problem.code, () => describe(block, problem));
    },
  }),
};

/** The params as sent, less those of a wrong type: a kind's own rule may rely on the types that it declares. */
function readableParams({ node, shape }: Block): JsonObject {
  const isWrong = (name: string, value: JsonValue) => {
    const definition = shape?.find(name);
    return definition !== undefined && !hasType(value, definition.type);
  };
  const sent = Object.entries(node.params);
  return sent.some(([name, value]) => isWrong(name, value))
    ? Object.fromEntries(sent.filter(([name, value]) => !isWrong(name, value)))
    : node.params;
}

function describe(block: Block, { message, param, hint }: BlockProblem): Finding {
  return {
    message: `Block ${excerpt(block.key)}: ${message}`,
    param,
    at: placeOf(block, param),
    ...(hint === undefined ? {} : { hint }),
  };
}

import type { BlockProblem, ParamDefinition } from '../../blocks/block-definition.ts';
import { type JsonObject, type JsonValue, ownMember } from '../../json/json-value.ts';
import type { ReadyParam } from '../block-kind.ts';
import type { CheckContext } from '../check-context.ts';
import { type Block, paramsOf } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import { hasType } from '../params/param-type.ts';
import type { Finding, Rule } from '../rule.ts';

/**
 * Asks each kind of block for what only it can judge. A host's own kinds may give codes that are not listed here.
 *
 * @spec RU42, RU44, RU45
 */
export const ownRule: Rule<CheckContext> = {
  codes: ['date_format_mismatch'],
  severity: 'error',
  judge: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      const check = block.kind?.definition.check;
      if (check === undefined) continue;
      for (const problem of check(readableParams(block))) {
        report({ code: problem.code, on: block, describe, subject: { block, problem } });
      }
    }
  },
};

/** The params as sent, less those of a wrong type: a kind's own rule may rely on the types that it declares. */
function readableParams(block: Block): JsonObject {
  const { params } = block.node;
  const judged = paramsOf(block)?.params ?? [];
  for (const { definition } of judged) {
    if (isWrong(ownMember(params, definition.name), definition)) return withoutWrong(params, judged);
  }
  return params;
}

function withoutWrong(params: JsonObject, judged: readonly ReadyParam[]): JsonObject {
  const definitions = new Map(judged.map(({ definition }) => [definition.name, definition]));
  const readable = Object.entries(params).filter(([name, value]) => {
    const definition = definitions.get(name);
    return definition === undefined || !isWrong(value, definition);
  });
  return Object.fromEntries(readable);
}

function isWrong(value: JsonValue | undefined, { type }: ParamDefinition): boolean {
  return value !== undefined && !hasType(value, type);
}

function describe({ block, problem }: { readonly block: Block; readonly problem: BlockProblem }): Finding {
  const { message, param, at = [], hint } = problem;
  return {
    message: `Block ${excerpt(block.key)}: ${message}`,
    param,
    at: Object.hasOwn(block.node.params, param) ? ['params', param, ...at] : ['params'],
    ...(hint !== undefined && { hint }),
  };
}

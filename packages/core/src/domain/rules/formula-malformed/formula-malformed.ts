import { ownMember } from '../../json/json-value.ts';
import { describeParam } from '../block-facts.ts';
import { counts } from '../block-kind.ts';
import { type Block, paramsOf } from '../diagram-index.ts';
import { isBlank } from '../params/param-tests.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU55, RU56 */
export const formulaMalformed = rule(
  'formula_malformed',
  'error',
  'entries',
  ({ groups, formulas }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      if (kind?.definition.formulas === undefined) continue;
      for (const block of blocks) {
        for (const { param, expression } of formulasOf(block)) {
          const fault = formulas.faultOf(expression);
          if (fault === undefined) continue;
          report(block, describe, param, expression, fault);
        }
      }
    }
  },
);

interface HeldFormula {
  readonly param: string;
  readonly expression: string;
}

const none: readonly HeldFormula[] = [];

/** The effective formulas of a block. An empty formula, or one that is not a text, breaks another rule. */
export function formulasOf(block: Block): readonly HeldFormula[] {
  const names = block.kind?.definition.formulas;
  const set = names && paramsOf(block);
  if (names === undefined || set === undefined) return none;
  const { params } = block.node;
  return names.flatMap((param) => {
    const definition = set.find(param);
    const expression = ownMember(params, param);
    if (typeof expression !== 'string' || isBlank(expression)) return [];
    return definition !== undefined && counts(set, definition, params) ? [{ param, expression }] : [];
  });
}

function describe(block: Block, param: string, expression: string, fault: string): Finding {
  return describeParam(block, param, `should be a CEL expression, but ${excerpt(expression)} ${fault}`);
}

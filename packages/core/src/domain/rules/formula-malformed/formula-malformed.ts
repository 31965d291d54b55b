import { ownMember } from '../../json/json-value.ts';
import { describeParam, placeOf, readableParams } from '../block-facts.ts';
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
      if (kind?.definition.formulas === undefined && kind?.definition.nestedFormulas === undefined) continue;
      for (const block of blocks) {
        for (const held of formulasOf(block)) {
          const fault = formulas.faultOf(held.expression);
          if (fault === undefined) continue;
          report(block, describe, held, fault);
        }
      }
    }
  },
);

/** A formula of a block, with the path to it from the value of the param. */
export interface HeldFormula {
  readonly param: string;
  readonly at: readonly (string | number)[];
  readonly expression: string;
}

const none: readonly HeldFormula[] = [];

/** The effective formulas of a block. An empty formula, or one that is not a text, breaks another rule. */
export function formulasOf(block: Block): readonly HeldFormula[] {
  const { formulas = [], nestedFormulas } = block.kind?.definition ?? {};
  const set = formulas.length === 0 && nestedFormulas === undefined ? undefined : paramsOf(block);
  if (set === undefined) return none;
  const { params } = block.node;
  const whole = formulas.flatMap((param): readonly HeldFormula[] => {
    const expression = ownMember(params, param);
    return typeof expression === 'string' ? [{ param, at: [], expression }] : [];
  });
  return [...whole, ...(nestedFormulas?.(readableParams(block)) ?? [])].filter(({ param, expression }) => {
    const definition = set.find(param);
    return !isBlank(expression) && definition !== undefined && counts(set, definition, params);
  });
}

function describe(block: Block, held: HeldFormula, fault: string): Finding {
  return describeFormula(block, held, `should be a CEL expression, but ${excerpt(held.expression)} ${fault}`);
}

/** Describes a fault of a formula. @param says - See `describeParam`. */
export function describeFormula(block: Block, { param, at }: HeldFormula, says: string, hint?: string): Finding {
  if (at.length === 0) return describeParam(block, param, says, hint);
  return { ...describeParam(block, param, `has a formula that ${says}`, hint), at: placeOf(block, param, at) };
}

import { type JsonValue, ownMember } from '../../json/json-value.ts';
import { type BlockKind, counts, type ParamSet } from '../block-kind.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Report, type Rule } from '../rule.ts';
import type { ParamTest } from './param-tests.ts';
import { checkSelectors } from './selectors.ts';

/** @spec RU31, RU32, RU33, RU34 */
export const paramRules: Rule<CheckContext> = {
  codes: [
    'param_required',
    'param_type',
    'param_non_empty',
    'param_enum',
    'param_pattern',
    'param_min_length',
    'param_max_length',
    'param_min',
    'param_max',
    'param_min_items',
    'param_max_items',
  ],
  severity: 'error',
  check: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      const { kind, shape } = block;
      if (shape !== undefined) checkParams(block, shape, report);
      else if (kind !== undefined) checkShapeless(block, kind, report);
    }
  },
};

/** @spec RU41 */
function checkShapeless(block: Block, kind: BlockKind, report: Report): void {
  const broken = new Set<string>();
  checkParams(block, kind.shapelessOf(block.node.params), report, broken);
  checkSelectors(block, kind, broken, report);
}

/** @param broken - The names of params that break a rule are added to it. */
function checkParams(block: Block, set: ParamSet, report: Report, broken?: Set<string>): void {
  const { params } = block.node;
  for (const { definition, tests } of set.params) {
    const value = ownMember(params, definition.name);
    if (value === undefined) {
      if (!definition.required || definition.default !== undefined || !counts(set, definition, params)) continue;
      report({ code: 'param_required', on: block, describe: missing, subject: { block, param: definition.name } });
      broken?.add(definition.name);
      continue;
    }
    for (const test of tests) {
      if (test.accepts(value)) continue;
      if (!counts(set, definition, params)) break;
      const subject = { block, param: definition.name, test, value };
      report({ code: test.code, on: block, describe: wrong, subject });
      broken?.add(definition.name);
      if (test.isLast) break;
    }
  }
}

interface Missing {
  readonly block: Block;
  readonly param: string;
}

function missing({ block, param }: Missing): Finding {
  return { message: `Block ${excerpt(block.key)} needs "${param}", which is missing.`, param, at: ['params'] };
}

interface Wrong extends Missing {
  readonly test: ParamTest;
  readonly value: JsonValue;
}

function wrong({ block, param, test, value }: Wrong): Finding {
  const message = `Block ${excerpt(block.key)}: "${param}" should ${test.expected}, but is ${excerpt(value)}.`;
  return { message, param, at: ['params', param] };
}

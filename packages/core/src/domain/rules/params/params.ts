import { type JsonValue, ownMember } from '../../json/json-value.ts';
import { describeParam } from '../block-facts.ts';
import { type BlockKind, counts, type ParamSet, type ReadyParam } from '../block-kind.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type ReportAs, type Rule } from '../rule.ts';
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
  looksAt: 'entries',
  check: ({ groups }, _facts, reportAs) => {
    for (const { kind, blocks } of groups) {
      if (kind === undefined) continue;
      for (const block of blocks) {
        if (block.shape !== undefined) checkParams(block, block.shape, reportAs);
        else checkShapeless(block, kind, reportAs);
      }
    }
  },
};

/** @spec RU41 */
function checkShapeless(block: Block, kind: BlockKind, reportAs: ReportAs): void {
  const broken = new Set<string>();
  checkParams(block, kind.shapelessOf(block.node.params), reportAs, broken);
  checkSelectors(block, kind, broken, reportAs);
}

/** @param broken - Receives the names of params that break a rule. */
function checkParams(block: Block, set: ParamSet, reportAs: ReportAs, broken?: Set<string>): void {
  const { params } = block.node;
  let isReadable = true;
  const all = set.params;
  // An index, because this loop runs most often, also before it is optimized.
  for (let at = 0; at < all.length; at += 1) {
    const { definition, tests, accepts } = all[at] as ReadyParam;
    const value = ownMember(params, definition.name);
    if (value === undefined) {
      if (!definition.required || definition.default !== undefined || !counts(set, definition, params)) continue;
      reportAs('param_required')(block, missing, definition.name);
      broken?.add(definition.name);
      continue;
    }
    if (accepts(value)) continue;
    isReadable = false;
    for (const test of tests) {
      if (test.accepts(value)) continue;
      if (!counts(set, definition, params)) break;
      reportAs(test.code)(block, wrong, definition.name, test, value);
      broken?.add(definition.name);
      if (test.isLast) break;
    }
  }
  if (isReadable) block.readable = params;
}

function missing(block: Block, param: string): Finding {
  return { message: `Block ${excerpt(block.key)} needs "${param}", which is missing.`, param, at: ['params'] };
}

function wrong(block: Block, param: string, test: ParamTest, value: JsonValue): Finding {
  return describeParam(block, param, `should ${test.expected}, but is ${excerpt(value)}`);
}

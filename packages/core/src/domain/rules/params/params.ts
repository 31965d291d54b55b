import { type JsonValue, ownMember } from '../../json/json-value.ts';
import { type BlockKind, counts, type ParamSet, type ReadyParam } from '../block-kind.ts';
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
  looksAt: 'entries',
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      if (kind === undefined) continue;
      for (const block of blocks) {
        if (block.shape !== undefined) checkParams(block, block.shape, report);
        else checkShapeless(block, kind, report);
      }
    }
  },
};

/** @spec RU41 */
function checkShapeless(block: Block, kind: BlockKind, report: Report): void {
  const broken = new Set<string>();
  checkParams(block, kind.shapelessOf(block.node.params), report, broken);
  checkSelectors(block, kind, broken, report);
}

/** @param broken - Receives the names of params that break a rule. */
function checkParams(block: Block, set: ParamSet, report: Report, broken?: Set<string>): void {
  const { params } = block.node;
  let isReadable = true;
  const all = set.params;
  // An index, because this loop runs most often, also before it is optimized.
  for (let at = 0; at < all.length; at += 1) {
    const { definition, tests, accepts } = all[at] as ReadyParam;
    const value = ownMember(params, definition.name);
    if (value === undefined) {
      if (!definition.required || definition.default !== undefined || !counts(set, definition, params)) continue;
      report({ code: 'param_required', on: block, describe: missing, subject: { block, param: definition.name } });
      broken?.add(definition.name);
      continue;
    }
    if (accepts(value)) continue;
    isReadable = false;
    for (const test of tests) {
      if (test.accepts(value)) continue;
      if (!counts(set, definition, params)) break;
      const subject = { block, param: definition.name, test, value };
      report({ code: test.code, on: block, describe: wrong, subject });
      broken?.add(definition.name);
      if (test.isLast) break;
    }
  }
  if (isReadable) block.readable = params;
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

import type { JsonValue } from '../../json/json-value.ts';
import { describeParam, paramOf } from '../block-facts.ts';
import type { BlockKind } from '../block-kind.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt, type Finding, type ReportAs } from '../rule.ts';

/**
 * Reports the params whose values select no variant of a block.
 *
 * @param broken - Names of params that break another rule; these are not reported again.
 * @spec RU41
 */
export function checkSelectors(block: Block, kind: BlockKind, broken: ReadonlySet<string>, reportAs: ReportAs): void {
  const selectors = kind.definition.variants.flatMap(({ selector }) => selector);
  const [first] = selectors;
  if (first === undefined || selectors.some(({ param }) => broken.has(param))) return;

  const { param } =
    selectors.find((each) => !takenValues(kind, each.param).includes(paramOf(block, each.param))) ?? first;
  reportAs('param_enum')(block, describe, kind, param, paramOf(block, param));
}

function describe(block: Block, kind: BlockKind, param: string, value: JsonValue | undefined): Finding {
  const expected = [...new Set(takenValues(kind, param))].map(excerpt).join(', ');
  const received = value === undefined ? 'is missing' : `is ${excerpt(value)}`;
  return describeParam(block, param, `should be one of ${expected}, but ${received}`);
}

/** Every value of the param in a selector. */
function takenValues({ definition }: BlockKind, name: string): readonly (JsonValue | undefined)[] {
  return definition.variants.flatMap(({ selector }) =>
    selector.flatMap(({ param, values }) => (param === name ? values : [])),
  );
}

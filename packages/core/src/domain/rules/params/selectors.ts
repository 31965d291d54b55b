import type { JsonValue } from '../../json/json-value.ts';
import { placeOf } from '../block-facts.ts';
import { type BlockKind, readParam } from '../block-kind.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt, type Finding, type Report } from '../rule.ts';

/**
 * Reports the params whose values select no variant of a block.
 *
 * @param broken - Names of params that break another rule; these are not reported again.
 * @spec RU41
 */
export function checkSelectors(block: Block, kind: BlockKind, broken: ReadonlySet<string>, report: Report): void {
  const selectors = kind.definition.variants.flatMap(({ selector }) => selector);
  const [first] = selectors;
  if (first === undefined || selectors.some(({ param }) => broken.has(param))) return;

  const { params } = block.node;
  const read = (name: string) => readParam(kind.shapelessOf(params), params, name);
  const culprit = selectors.find(({ param }) => !takenValues(kind, param).includes(read(param))) ?? first;
  const subject = { block, kind, param: culprit.param, value: read(culprit.param) };
  report({ code: 'param_enum', on: block, describe, subject });
}

interface Subject {
  readonly block: Block;
  readonly kind: BlockKind;
  readonly param: string;
  readonly value: JsonValue | undefined;
}

function describe({ block, kind, param, value }: Subject): Finding {
  const expected = [...new Set(takenValues(kind, param))].map(excerpt).join(', ');
  const received = value === undefined ? 'is missing' : `is ${excerpt(value)}`;
  return {
    message: `Block ${excerpt(block.key)}: "${param}" should be one of ${expected}, but ${received}.`,
    param,
    at: placeOf(block, param),
  };
}

/** Every value of the param in a selector. */
function takenValues({ definition }: BlockKind, name: string): readonly (JsonValue | undefined)[] {
  return definition.variants.flatMap(({ selector }) =>
    selector.flatMap(({ param, values }) => (param === name ? values : [])),
  );
}

import type { Diagram } from '../diagram/diagram.ts';
import type { BlockKinds } from './block-kind.ts';
import type { CheckContext } from './check-context.ts';
import { indexDiagram } from './diagram-index.ts';
import { formulasOf } from './formula-malformed/formula-malformed.ts';
import { judge, judgeInSteps } from './judge.ts';
import { shippedRules } from './shipped-rules.ts';
import type { CheckResult } from './violation.ts';

/**
 * Judges a diagram by every rule. Reads it and changes nothing, whatever its entries are.
 *
 * @param kinds - Those of the context's catalog, from who checks often; else they are made for this check.
 * @returns The violations in this order: of the diagram itself; of each entry of `nodes` in diagram order, those of
 * the entry before those of the connections leaving it; of the connections that leave no entry. Within one
 * entry or connection by code, then in the order of the params in the catalog.
 * @spec RU1, RU5
 */
export function checkDiagram(diagram: Diagram, context: CheckContext, kinds?: BlockKinds): CheckResult {
  return judge(indexDiagram(diagram, context, kinds), context, shippedRules);
}

/**
 * The same in steps, each a small part of the whole, for who lets others in between. Nobody may change the diagram
 * until the last.
 *
 * @spec RU58
 */
export function* checkDiagramInSteps(
  diagram: Diagram,
  context: CheckContext,
  kinds: BlockKinds,
): Generator<undefined, CheckResult> {
  const index = indexDiagram(diagram, context, kinds);
  yield;
  for (const block of index.blocks) {
    for (const { expression } of formulasOf(block)) {
      if (kinds.formulas.isKnown(expression)) continue;
      kinds.formulas.faultOf(expression);
      yield;
    }
  }
  return yield* judgeInSteps(index, context, shippedRules);
}

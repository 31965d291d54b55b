import type { Diagram } from '../diagram/diagram.ts';
import type { BlockKinds } from './block-kind.ts';
import type { CheckContext } from './check-context.ts';
import { indexDiagram } from './diagram-index.ts';
import { judge } from './judge.ts';
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

import type { Catalog } from '../blocks/catalog.ts';
import { isJsonObject, ownMember } from '../json/json-value.ts';
import type { Diagram } from './diagram.ts';

/** Lists the formulas of a diagram, in diagram order, as often as they stand there; those too that do not count. */
export function* formulaTexts(diagram: Diagram, catalog: Catalog): Generator<string> {
  for (const key of Object.keys(diagram.nodes)) {
    const node = diagram.nodes[key];
    if (node === undefined || !isJsonObject(node)) continue;
    const template = ownMember(node, 'template');
    const params = ownMember(node, 'params');
    if (typeof template !== 'string' || params === undefined || !isJsonObject(params)) continue;
    for (const name of catalog.byTemplate(template)?.formulas ?? []) {
      const expression = ownMember(params, name);
      if (typeof expression === 'string') yield expression;
    }
  }
}

import type { Catalog } from '../blocks/catalog.ts';
import { outputsOf, selectVariant } from '../blocks/variant.ts';
import { isJsonObject, type JsonValue, ownMember } from '../json/json-value.ts';

/**
 * Lists the outputs of a stored node.
 *
 * @returns `undefined` when they are unknown: the catalog does not cover the template, no variant matches, or the
 * template or the params are malformed.
 * @spec DG15
 */
export function outputsOfNode(node: JsonValue | undefined, catalog: Catalog): readonly string[] | undefined {
  if (node === undefined || !isJsonObject(node)) return undefined;
  const template = ownMember(node, 'template');
  const params = ownMember(node, 'params');
  if (typeof template !== 'string' || params === undefined || !isJsonObject(params)) return undefined;
  const definition = catalog.byTemplate(template);
  const variant = definition && selectVariant(definition, params);
  return variant && outputsOf(variant, params);
}

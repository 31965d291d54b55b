import type { BlockReference } from '../blocks/block-definition.ts';
import type { Catalog } from '../blocks/catalog.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { Diagram } from './diagram.ts';

/** One param of one block that names something outside the diagram. */
export interface FoundReference {
  /** The block's key in the diagram. */
  readonly blockId: string;
  readonly node: JsonObject;
  readonly params: JsonObject;
  readonly reference: BlockReference;
  readonly value: JsonValue;
}

/**
 * Walks through every reference of a diagram, in diagram order. Reads whatever is readable: a node that is
 * malformed elsewhere is looked at too, if its template and params can be read.
 */
export function* referencesIn(diagram: Diagram, catalog: Catalog): Generator<FoundReference> {
  for (const [blockId, node] of Object.entries(diagram.nodes)) yield* referencesOf(blockId, node, catalog);
}

/** Walks through the references of one entry of the map of nodes. */
export function* referencesOf(blockId: string, node: JsonValue, catalog: Catalog): Generator<FoundReference> {
  if (!isJsonObject(node)) return;
  const template = ownMember(node, 'template');
  const params = ownMember(node, 'params');
  if (typeof template !== 'string' || params === undefined || !isJsonObject(params)) return;
  for (const reference of catalog.byTemplate(template)?.references ?? []) {
    const value = ownMember(params, reference.param);
    if (value !== undefined) yield { blockId, node, params, reference, value };
  }
}

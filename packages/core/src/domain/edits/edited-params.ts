import type { BlockDefinition } from '../blocks/block-definition.ts';
import { defaultParams, paramsInForce } from '../blocks/variant.ts';
import { copyJson } from '../json/copy-json.ts';
import type { JsonObject } from '../json/json-value.ts';

/**
 * Replaces the params of a block. What is sent is written; a described param that was not sent falls to its
 * default, or goes; what the catalog does not describe stays.
 *
 * @param definition - `undefined` for a block that the catalog does not cover: then nothing is described.
 * @spec ED13, ED14
 */
export function editedParams(
  definition: BlockDefinition | undefined,
  stored: JsonObject,
  sent: JsonObject,
): JsonObject {
  const described = new Set(definition?.variants.flatMap(({ params }) => params.map(({ name }) => name)));
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !described.has(name)));
  const written: JsonObject = { ...kept, ...copyJson(sent) };
  if (definition === undefined) return written;

  const defaults = Object.entries(defaultParams({ params: paramsInForce(definition, written) }));
  const missing = defaults.filter(([name]) => !Object.hasOwn(written, name));
  return { ...written, ...copyJson(Object.fromEntries(missing)) };
}

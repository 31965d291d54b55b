import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockDefinition, BlockVariant, ParamDefinition } from './block-definition.ts';

/**
 * Finds the variant of a block with these params: the first one whose selector matches. A missing param has its
 * default.
 *
 * @returns `undefined` when no selector matches, and for a block without variants.
 * @spec BL8
 */
export function selectVariant(definition: BlockDefinition, params: JsonObject): BlockVariant | undefined {
  return definition.variants.find((variant) =>
    variant.selector.every(({ param, values }) => {
      const value = valueOrDefault(variant.params, params, param);
      return value !== undefined && values.some((wanted) => wanted === value);
    }),
  );
}

function valueOrDefault(
  definitions: readonly ParamDefinition[],
  params: JsonObject,
  name: string,
): JsonValue | undefined {
  const value = ownMember(params, name);
  if (value !== undefined) return value;
  return definitions.find((definition) => definition.name === name)?.default;
}

/**
 * Lists the params of a block: the params of its variant. When no selector matches, the params whose names all variants
 * have, with the description of the first one: these include the selecting params, so that rules can report them.
 *
 * @spec BL9
 */
export function paramsInForce(definition: BlockDefinition, params: JsonObject): readonly ParamDefinition[] {
  const selected = selectVariant(definition, params);
  if (selected !== undefined) return selected.params;
  const [first, ...others] = definition.variants;
  if (first === undefined) return [];
  return first.params.filter(({ name }) =>
    others.every((variant) => variant.params.some((other) => other.name === name)),
  );
}

/**
 * Lists the outputs of a block: the fixed ones, then one for each readable entry of a list param. Skips entries whose
 * member is missing, empty or not a text, and lists a repeated name once.
 *
 * @spec BL10
 */
export function outputsOf(variant: BlockVariant, params: JsonObject): readonly string[] {
  return [...outputSetOf(variant, params)];
}

/** The outputs of a block as a set. @spec BL10 */
export function outputSetOf(variant: BlockVariant, params: JsonObject): ReadonlySet<string> {
  const outputs = new Set(variant.outputs);
  for (const { param, each, prefix } of variant.outputDerivations) {
    const entries = valueOrDefault(variant.params, params, param);
    for (const entry of isJsonList(entries) ? entries : []) {
      const member = isJsonObject(entry) ? ownMember(entry, each) : undefined;
      if (typeof member === 'string' && member !== '') outputs.add(prefix + member);
    }
  }
  return outputs;
}

/**
 * The default params of a block.
 *
 * @spec BL20
 */
export function defaultParams(variant: Pick<BlockVariant, 'params'>): JsonObject {
  return Object.fromEntries(
    variant.params.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
}

import type { BlockDefinition, BlockVariant, ParamDefinition, ParamType } from './block-definition.ts';

type ParamOptions = Pick<ParamDefinition, 'description'> & Partial<Omit<ParamDefinition, 'name' | 'type'>>;

/** Makes the definition of a param: optional and without rules unless given. */
export function param(name: string, type: ParamType, options: ParamOptions): ParamDefinition {
  return { name, type, required: false, rules: {}, ...options };
}

/** The param that every block has in addition to its own. */
export const versionParam: ParamDefinition = param('version', 'integer', {
  default: 3,
  description: 'Version of the block itself.',
});

/** Gives each variant that does not declare one the param `version`. @spec BL5 */
export function withVersionParam(definition: BlockDefinition): BlockDefinition {
  if (definition.variants.every(hasVersionParam)) return definition;
  const variants = definition.variants.map((variant) =>
    hasVersionParam(variant) ? variant : { ...variant, params: [...variant.params, versionParam] },
  );
  return { ...definition, variants };
}

function hasVersionParam(variant: BlockVariant): boolean {
  return variant.params.some(({ name }) => name === versionParam.name);
}

type VariantSketch = Pick<BlockVariant, 'params' | 'outputs'> & Partial<BlockVariant>;

type BlockSketch = Pick<BlockDefinition, 'name' | 'template' | 'title' | 'description' | 'group'> &
  Partial<Omit<BlockDefinition, 'variants'>> & { readonly variants: readonly VariantSketch[] };

/**
 * Makes a block definition: placeable, not for the greeting slot, not waiting, on every plan and channel, unless given.
 * `version` is added to its params.
 *
 * @spec BL3, BL5
 */
export function defineBlock(sketch: BlockSketch): BlockDefinition {
  return withVersionParam({
    placeable: true,
    canBeWelcome: false,
    waits: false,
    ...sketch,
    variants: sketch.variants.map((variant) => ({
      selector: [],
      outputDerivations: [],
      requiredTier: 'sandbox',
      ...variant,
    })),
  });
}

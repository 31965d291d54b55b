import type { BlockDefinition, BlockVariant, ParamDefinition, ParamType } from './block-definition.ts';

/** The input of `param`: `description`, and differences from an optional param without rules. */
export type ParamOptions = Pick<ParamDefinition, 'description'> & Partial<Omit<ParamDefinition, 'name' | 'type'>>;

/**
 * Makes the definition of a param: by default optional and without rules.
 *
 * @spec BL24
 */
export function param(name: string, type: ParamType, options: ParamOptions): ParamDefinition {
  return { name, type, required: false, rules: {}, ...options };
}

/** A param of every block. */
export const versionParam: ParamDefinition = param('version', 'integer', {
  default: 3,
  description: 'Version of the block itself.',
});

/** Adds the param `version` to each variant without one. @spec BL5 */
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

/** A variant. `selector`, `outputDerivations` and `requiredTier` are optional. */
export type VariantDescription = Pick<BlockVariant, 'params' | 'outputs'> & Partial<BlockVariant>;

/** A definition: see `describeBlock` for optional members. */
export type BlockDescription = Pick<BlockDefinition, 'name' | 'template' | 'title' | 'description' | 'group'> &
  Partial<Omit<BlockDefinition, 'variants'>> & { readonly variants: readonly VariantDescription[] };

/**
 * Makes a block definition: by default placeable, not for the greeting slot, not waiting, on every plan and channel.
 * Adds `version` to its params. `defineBlock` of `@botwright/core/runner` takes the definition and the behaviour.
 *
 * @spec BL3, BL5, BL24
 * @example
 * const sticker = describeBlock({
 *   name: 'send_sticker',
 *   template: 'acme_sticker',
 *   title: 'Send a sticker',
 *   description: 'Sends one of our stickers.',
 *   group: 'acme',
 *   variants: [{ params: [param('sticker', 'string', { required: true, description: 'Its name.' })], outputs: ['$success'] }],
 * });
 *
 */
export function describeBlock(description: BlockDescription): BlockDefinition {
  return withVersionParam({
    placeable: true,
    canBeWelcome: false,
    waits: false,
    ...description,
    variants: description.variants.map((variant) => ({
      selector: [],
      outputDerivations: [],
      requiredTier: 'sandbox',
      ...variant,
    })),
  });
}

/** A block with one shape: see `describeBlock`. */
type OneShape = Omit<BlockDescription, 'variants'> & Omit<VariantDescription, 'selector'>;

/** Makes the definition of a block whose params and outputs are the same for all its params. */
export function describeOneShape(description: OneShape): BlockDefinition {
  const {
    params,
    outputs,
    outputDerivations = [],
    requiredTier = 'sandbox',
    channelRestriction,
    ...rest
  } = description;
  const restriction = channelRestriction && { channelRestriction };
  return describeBlock({ ...rest, variants: [{ params, outputs, outputDerivations, requiredTier, ...restriction }] });
}

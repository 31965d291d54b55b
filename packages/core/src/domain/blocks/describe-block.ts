import type { BlockDefinition, BlockVariant, ParamDefinition, ParamType } from './block-definition.ts';

/** What `param` takes: `description`, and what differs from a param that is optional and has no rules. */
export type ParamOptions = Pick<ParamDefinition, 'description'> & Partial<Omit<ParamDefinition, 'name' | 'type'>>;

/**
 * Makes the definition of a param: optional and without rules unless given.
 *
 * @spec BL24
 */
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

/** A variant with what it needs. `selector`, `outputDerivations` and `requiredTier` may be left out. */
export type VariantDescription = Pick<BlockVariant, 'params' | 'outputs'> & Partial<BlockVariant>;

/** A definition with what it needs: see `describeBlock` for what may be left out. */
export type BlockDescription = Pick<BlockDefinition, 'name' | 'template' | 'title' | 'description' | 'group'> &
  Partial<Omit<BlockDefinition, 'variants'>> & { readonly variants: readonly VariantDescription[] };

/**
 * Makes a block definition: placeable, not for the greeting slot, not waiting, on every plan and channel, unless given.
 * `version` is added to its params. What the block does in conversations is its other half: `defineBlock` of
 * `@botwright/core/runner` takes both.
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

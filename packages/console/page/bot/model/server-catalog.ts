import type { Block } from '@botwright/client';
import {
  type BlockDefinition,
  type Catalog,
  createCatalog,
  type JsonValue,
  shippedBlocks,
} from '@botwright/core/diagram';
import type { BlockReferences } from '../../api/console-records.ts';

/** The server's kinds of block: the shipped ones, and further ones that it lists. */
export function serverCatalog(listed: readonly Block[], references: readonly BlockReferences[]): Catalog {
  const shipped = new Set(shippedBlocks.map(({ name }) => name));
  const own = listed.filter(({ name }) => !shipped.has(name));
  return createCatalog(
    own.map((block) => ({
      ...definitionOf(block),
      references: references.find((each) => each.block === block.name)?.references ?? [],
    })),
  );
}

/** The definition of a kind of block from the server's catalog. Its rules in code stay on the server. */
function definitionOf(block: Block): BlockDefinition {
  const { name, template, title, description, group, can_be_welcome, waits, variants } = block;
  return {
    name,
    template,
    title,
    description,
    group,
    placeable: true,
    canBeWelcome: can_be_welcome,
    waits,
    variants: variants.map((variant) => ({
      selector: variant.selector.map(({ param, values }) => ({ param, values: values as JsonValue[] })),
      params: variant.params.map((param) => {
        const { rules, read_when } = param;
        const { min_length, max_length, min_items, max_items, non_empty, enum: choices, ...others } = rules;
        return {
          name: param.name,
          type: param.type,
          required: param.required,
          description: param.description,
          ...(param.has_default && { default: param.default as JsonValue }),
          ...(read_when !== undefined && {
            readWhen: { param: read_when.param, values: read_when.values as JsonValue[] },
          }),
          rules: {
            ...others,
            ...(choices !== undefined && { enum: choices as string[] }),
            ...(min_length !== undefined && { minLength: min_length }),
            ...(max_length !== undefined && { maxLength: max_length }),
            ...(min_items !== undefined && { minItems: min_items }),
            ...(max_items !== undefined && { maxItems: max_items }),
            ...(non_empty !== undefined && { nonEmpty: non_empty }),
          },
        };
      }),
      outputs: variant.outputs,
      outputDerivations: variant.output_derivations,
      requiredTier: variant.required_tier,
      ...(variant.channel_restriction !== undefined && { channelRestriction: variant.channel_restriction }),
    })),
  };
}

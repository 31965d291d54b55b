import type { BlockDefinition, BlockVariant, ParamDefinition, ParamRules } from '@botwright/core/diagram';
import type { WireBlock } from '../schemas/block-schema.ts';

type WireVariant = WireBlock['variants'][number];
type WireParam = WireVariant['params'][number];
type WireRules = WireParam['rules'];

/** @spec AP37 */
export function encodeBlock(definition: BlockDefinition): WireBlock {
  return {
    name: definition.name,
    template: definition.template,
    title: definition.title,
    description: definition.description,
    group: definition.group,
    can_be_welcome: definition.canBeWelcome,
    waits: definition.waits,
    variants: definition.variants.map(encodeVariant),
  };
}

function encodeVariant(variant: BlockVariant): WireVariant {
  const { channelRestriction } = variant;
  return {
    selector: variant.selector.map(({ param, values }) => ({ param, values: [...values] })),
    params: variant.params.map(encodeParam),
    outputs: [...variant.outputs],
    output_derivations: variant.outputDerivations.map(({ param, each, prefix }) => ({ param, each, prefix })),
    required_tier: variant.requiredTier,
    ...(channelRestriction !== undefined && { channel_restriction: [...channelRestriction] }),
  };
}

function encodeParam(param: ParamDefinition): WireParam {
  const { readWhen } = param;
  return {
    name: param.name,
    type: param.type,
    required: param.required,
    has_default: param.default !== undefined,
    ...(param.default !== undefined && { default: param.default }),
    rules: encodeRules(param.rules),
    ...(readWhen !== undefined && { read_when: { param: readWhen.param, values: [...readWhen.values] } }),
    description: param.description,
  };
}

function encodeRules(rules: ParamRules): WireRules {
  const { pattern, minLength, maxLength, min, max, minItems, maxItems, nonEmpty } = rules;
  return {
    ...(pattern !== undefined && { pattern }),
    ...(minLength !== undefined && { min_length: minLength }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(rules.enum !== undefined && { enum: [...rules.enum] }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(minItems !== undefined && { min_items: minItems }),
    ...(maxItems !== undefined && { max_items: maxItems }),
    ...(nonEmpty !== undefined && { non_empty: nonEmpty }),
  };
}

import type { BlockDefinition, BlockVariant, ParamDefinition, ParamRules } from '@botwright/core/diagram';
import { describedBySpec, describedHere } from '@botwright/core/inputs';
import * as v from 'valibot';
import { planTier } from '../../schemas.ts';

const anyValue = v.unknown();
const count = v.pipe(v.number(), v.integer());

const paramSchema = v.object({
  name: v.string(),
  type: v.picklist(['string', 'integer', 'number', 'boolean', 'array', 'object', 'any']),
  required: v.boolean(),
  has_default: v.boolean(),
  default: v.exactOptional(anyValue),
  rules: v.object({
    pattern: v.exactOptional(v.string()),
    min_length: v.exactOptional(count),
    max_length: v.exactOptional(count),
    enum: v.exactOptional(v.array(anyValue)),
    min: v.exactOptional(v.number()),
    max: v.exactOptional(v.number()),
    min_items: v.exactOptional(count),
    max_items: v.exactOptional(count),
    non_empty: v.exactOptional(v.boolean()),
  }),
  read_when: v.exactOptional(
    describedHere(
      v.object({ param: v.string(), values: v.array(anyValue) }),
      'The param counts only while another has one of these values.',
    ),
  ),
  description: v.string(),
});

const variantSchema = v.object({
  selector: describedBySpec(
    v.array(v.object({ param: v.string(), values: v.array(anyValue) })),
    'The params that pick this variant; empty when the block has one shape.',
  ),
  params: v.array(paramSchema),
  outputs: describedBySpec(v.array(v.string()), 'The fixed outputs.'),
  output_derivations: describedHere(
    v.array(v.object({ param: v.string(), each: v.string(), prefix: v.string() })),
    'Outputs made of the entries of a list param: the prefix, then the member.',
  ),
  required_tier: describedBySpec(planTier, 'The plan tier that the block needs.'),
  channel_restriction: v.exactOptional(describedBySpec(v.array(v.string()), 'The families it runs on; left out: all.')),
});

/** @spec AP37 */
export const blockSchema = v.object({
  name: describedBySpec(v.string(), 'Semantic name, which block-level writes take.'),
  template: describedBySpec(v.string(), 'Storage name, which a stored node has.'),
  title: v.string(),
  description: v.string(),
  group: v.string(),
  can_be_welcome: v.boolean(),
  waits: v.boolean(),
  variants: v.array(variantSchema),
});

export type WireBlock = v.InferOutput<typeof blockSchema>;

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

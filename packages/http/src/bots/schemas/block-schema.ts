import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';
import { planTier } from '../../schemas/scalars.ts';

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
    decided(
      v.object({ param: v.string(), values: v.array(anyValue) }),
      'The param counts only while another has one of these values.',
    ),
  ),
  description: v.string(),
});

const variantSchema = v.object({
  selector: shown(
    v.array(v.object({ param: v.string(), values: v.array(anyValue) })),
    'The params that pick this variant; empty when the block has one shape.',
  ),
  params: v.array(paramSchema),
  outputs: shown(v.array(v.string()), 'The fixed outputs.'),
  output_derivations: decided(
    v.array(v.object({ param: v.string(), each: v.string(), prefix: v.string() })),
    'Outputs made of the entries of a list param: the prefix, then the member.',
  ),
  required_tier: shown(planTier, 'The plan tier that the block needs.'),
  channel_restriction: v.exactOptional(shown(v.array(v.string()), 'The families it runs on; left out: all.')),
});

/** @spec AP37 */
export const blockSchema = v.object({
  name: shown(v.string(), 'Semantic name: what block-level writes take.'),
  template: shown(v.string(), 'Storage name: what a stored node carries.'),
  title: v.string(),
  description: v.string(),
  group: v.string(),
  can_be_welcome: v.boolean(),
  waits: v.boolean(),
  variants: v.array(variantSchema),
});

export type WireBlock = v.InferOutput<typeof blockSchema>;

import { describeBlock } from '../../domain/blocks/describe-block.ts';

/** The start point. It has no variants: its params and outputs are never checked. @spec BL6 */
export const hidden = describeBlock({
  name: 'hidden',
  template: 'hidden',
  title: 'Start',
  description: 'Where every conversation begins. The diagram has exactly one, and nobody adds it.',
  group: 'flow',
  placeable: false,
  saysNothing: () => true,
  variants: [],
});

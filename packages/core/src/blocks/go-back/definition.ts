import { describeOneShape } from '../../domain/blocks/describe-block.ts';

export const goBack = describeOneShape({
  name: 'go_back',
  template: 'go_back',
  title: 'Go back',
  description: 'Returns to the block that called, and goes on there.',
  group: 'flow',
  goesBack: true,
  saysNothing: () => true,
  params: [],
  outputs: [],
});

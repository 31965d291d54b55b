import { defineBlock, param } from '../define-block.ts';

export const code = defineBlock({
  name: 'code',
  template: 'code',
  title: 'Code',
  description: 'Holds code that the host may run; the service never does.',
  group: 'integrations',
  variants: [
    {
      params: [param('source', 'string', { required: true, rules: { nonEmpty: true }, description: 'What to run.' })],
      outputs: ['$success', '$failed'],
      requiredTier: 'starter',
      channelRestriction: ['native'],
    },
  ],
});

import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';

export const scheduler = describeOneShape({
  name: 'scheduler',
  template: 'scheduler',
  title: 'Scheduler',
  description: 'Lets the visitor book an appointment, and goes on once it is booked.',
  group: 'integrations',
  waits: true,
  mayGoOnAtOnce: true,
  urls: ['scheduling_url'],
  params: [
    param('auth_id', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'Connected account of kind scheduler.',
    }),
    param('scheduling_url', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: "Page to book on: the account's own, or that of one event type.",
    }),
  ],
  outputs: ['$success'],
  requiredTier: 'starter',
  references: [{ to: 'account', param: 'auth_id', kind: 'scheduler' }],
});

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const linkDisagreesDoc: RuleDoc = {
  code: 'link-disagrees',
  group: 'Channels, plans, bots and accounts',
  title: 'A jump says two different bots',
  specs: ['LI26'],
  what: 'Beside the `bot` of a `bot_link`, the `bot_number` that a service wrote is the number of another bot.',
  why: 'The conversation goes to `bot`. The members beside it say which bot somebody chose: one of the two was changed by hand, or comes from another server.',
  mend: 'Correct `bot`, or remove `bot_number`, `bot_name` and `bot_channel_family`.',
  wrong: sketch({ jump: ['bot_link', { bot: 12, bot_number: 7, bot_name: 'Shop', bot_channel_family: 'native' }] }),
  at: '/nodes/jump/params/bot_number',
  right: [[['nodes', 'jump', 'params', 'bot'], 7]],
};

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const emailToVisitorDoc: RuleDoc = {
  code: 'email-to-visitor',
  group: 'Fields and formulas',
  title: 'A visitor chooses who gets a mail',
  specs: ['EM21'],
  what: 'A recipient of a `send_email` is a Field that a question of the bot fills. This lint is `off` unless it is configured.',
  why: 'Anybody can make the service write to a stranger, once in each conversation. That is intended for a copy to the visitor, and a mistake in a bot that writes to a team.',
  mend: 'Write to an address of your own, and put the address of the visitor into `replyTo`.',
  wrong: sketch(
    {
      who: ['var_email', { text: 'Your address?', destination: 'mail' }],
      mail: ['send_email', { to: '@{mail}', subject: 'A lead', text: '@{name}' }],
      bye: ['close', { text: 'Thank you.' }],
    },
    ['welcome.$success--who', 'who.$success--mail', 'mail.$success--bye', 'mail.$failed--bye'],
  ),
  at: '/nodes/mail/params/to',
  right: [
    [['nodes', 'mail', 'params', 'to'], 'sales@example.com'],
    [['nodes', 'mail', 'params', 'replyTo'], '@{mail}'],
  ],
};

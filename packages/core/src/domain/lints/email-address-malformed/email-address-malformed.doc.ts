import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const emailAddressMalformedDoc: RuleDoc = {
  code: 'email-address-malformed',
  group: 'Templates and params',
  title: 'A recipient is not an email address',
  specs: ['EM20'],
  what: 'A recipient or the reply address of a `send_email` is not an email address. One with a Field in it is not checked.',
  why: 'The block sends nothing and is left by `$failed`, for every visitor.',
  mend: 'Write the address alone, such as `sales@example.com`, without a name around it. Commas separate addresses.',
  wrong: sketch(
    {
      mail: ['send_email', { to: 'Sales <sales@example.com>', subject: 'A lead', text: '@{name}' }],
      bye: ['close', { text: 'Thank you.' }],
    },
    ['welcome.$success--mail', 'mail.$success--bye', 'mail.$failed--bye'],
  ),
  at: '/nodes/mail/params/to',
  right: [[['nodes', 'mail', 'params', 'to'], 'sales@example.com']],
};

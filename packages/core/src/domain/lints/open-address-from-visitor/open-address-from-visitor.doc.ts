import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const openAddressFromVisitorDoc: RuleDoc = {
  code: 'open-address-from-visitor',
  group: 'Templates and params',
  title: 'A visitor decides which site is opened',
  specs: ['LG27'],
  what: 'The scheme or the host of the address of an `open_url` comes from a Field that a question fills.',
  why: 'The bot offers any site under its own name. A Field can also be filled from outside, such as by a link to the chat.',
  mend: 'Write the host into the address, and put Fields into its path or query only.',
  wrong: sketch(
    {
      shop: ['var_text', { text: 'Which shop is yours?', destination: 'shop' }],
      page: ['open_url', { url: 'https://@{shop}/orders', text: 'Your orders' }],
    },
    ['welcome.$success--shop', 'shop.$success--page'],
  ),
  at: '/nodes/page/params/url',
  right: [[['nodes', 'page', 'params', 'url'], 'https://shops.example.com/@{shop}/orders']],
};

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const linkAddressDoc: RuleDoc = {
  code: 'link-address',
  group: 'Templates and params',
  title: 'A link has no address that can be opened',
  specs: ['RX13'],
  what: 'A link in a text of `format` `markdown` has an address that is not one of `http`, `https`, `mailto` or `tel`. An address that is one Field and nothing else is not checked.',
  why: 'Visitors read the link as it is written and cannot open it.',
  mend: 'Write the whole address, with `https://`.',
  wrong: sketch({ shop: ['chat', { text: 'See [our shop](shop.example.com).', format: 'markdown' }] }),
  at: '/nodes/shop/params/text',
  right: [[['nodes', 'shop', 'params', 'text'], 'See [our shop](https://shop.example.com).']],
};

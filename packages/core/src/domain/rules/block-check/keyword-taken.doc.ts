import { type RuleDoc, sketch } from '../rule-doc.ts';

export const keywordTakenDoc: RuleDoc = {
  code: 'keyword_taken',
  group: 'Templates and params',
  title: 'One word chooses two entries',
  specs: ['CX8', 'KW3'],
  what: 'A word of an entry of `buttons`, `choices` or `cards` is a word of an earlier entry too, whatever its case and the space around it; or a text of `keywords` with the `match` `is` belongs to two entries, also of two blocks.',
  why: 'A visitor who types the word always gets the first of the two.',
  mend: 'Remove the word from one of the entries.',
  wrong: sketch(
    {
      menu: [
        'buttons',
        {
          text: 'What is it about, @{name}?',
          buttons: [
            { id: 'buy', label: 'An order', words: ['shop', 'price'] },
            { id: 'help', label: 'A question', words: ['help', 'Price'] },
          ],
        },
      ],
      sales: ['human', {}],
      help: ['human', {}],
    },
    ['welcome.$success--menu', 'menu.$buy--sales', 'menu.$help--help'],
  ),
  at: '/nodes/menu/params/buttons/1/words/1',
  right: [[['nodes', 'menu', 'params', 'buttons', 1, 'words'], ['help']]],
};

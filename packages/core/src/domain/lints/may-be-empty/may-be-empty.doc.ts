import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const mayBeEmptyDoc: RuleDoc = {
  code: 'may-be-empty',
  group: 'Templates and params',
  title: 'A question may have nothing to offer',
  specs: ['CX13', 'CX11', 'EX7'],
  what: 'A `buttons`, `ask_choices` or `ask_card` takes its choices from a list, or every entry of it has a condition `show`.',
  why: 'For a visitor for whom there is no choice, the conversation ends with the error `param_unusable`.',
  mend: 'Give the block the exit `none`, which is taken then, or leave one entry without `show`.',
  wrong: sketch(
    {
      menu: [
        'buttons',
        {
          text: 'How can we help, @{name}?',
          buttons: [
            {
              id: 'buy',
              label: 'An order',
              show: { conditions: [{ field: 'name', operator: 'is_set' }] },
            },
          ],
        },
      ],
      sales: ['human', {}],
    },
    ['welcome.$success--menu', 'menu.$buy--sales'],
  ),
  at: '/nodes/menu/params/buttons',
  right: [[['nodes', 'menu', 'params', 'buttons', 0, 'show']]],
};

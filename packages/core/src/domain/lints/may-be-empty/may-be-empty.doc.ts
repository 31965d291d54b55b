import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const mayBeEmptyDoc: RuleDoc = {
  code: 'may-be-empty',
  group: 'Templates and params',
  title: 'A question may have nothing to offer',
  specs: ['CX13', 'CX11'],
  what: 'A `buttons`, `ask_choices` or `ask_card` takes its choices from a list, or every entry of it has a condition `show`.',
  why: 'For a visitor for whom there is no choice, the conversation ends with the error `param_unusable`.',
  mend: 'Leave one entry without `show`. Where the choices come from a list, ask a `conditions` before whether there is one.',
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

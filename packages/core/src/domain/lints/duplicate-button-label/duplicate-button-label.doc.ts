import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const duplicateButtonLabelDoc: RuleDoc = {
  code: 'duplicate-button-label',
  group: 'Templates and params',
  title: 'Two buttons have the same label, id or name',
  specs: ['LI15'],
  what: 'In a list that makes outputs or choices, such as `buttons`, an entry has the label of an earlier one, whatever its case and the space around it; or the same id. The label of the exit `skipped` is one of its answers. Two tools, or two routes between which a model chooses, have the same name.',
  why: 'A visitor who types the label gets the first of the two. Buttons with one id share one output, so both lead to the same block. A label that skips is never an answer, and a model cannot tell two names apart.',
  mend: 'Give each entry a label and an id of its own.',
  wrong: sketch(
    {
      menu: [
        'buttons',
        {
          text: 'What is it about?',
          buttons: [
            { id: 'buy', label: 'An order' },
            { id: 'help', label: 'An order' },
          ],
        },
      ],
      sales: ['human', {}],
      help: ['human', {}],
    },
    ['welcome.$success--menu', 'menu.$buy--sales', 'menu.$help--help'],
  ),
  at: '/nodes/menu/params/buttons/1/label',
  right: [[['nodes', 'menu', 'params', 'buttons', 1, 'label'], 'A question']],
};

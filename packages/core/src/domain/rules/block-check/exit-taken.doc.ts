import { type RuleDoc, sketch } from '../rule-doc.ts';

export const exitTakenDoc: RuleDoc = {
  code: 'exit_taken',
  group: 'Templates and params',
  title: 'Two ways out have one id',
  specs: ['EX3'],
  what: 'Two `exits` of a question have one id, or an exit has the id of a button, a choice or a card of the same block.',
  why: 'Both are one output or one press, so conversations cannot tell them apart.',
  mend: 'Remove one of the exits, or give the button another id.',
  wrong: sketch(
    {
      menu: [
        'buttons',
        {
          text: 'What is it about, @{name}?',
          buttons: [
            { id: 'buy', label: 'An order' },
            { id: 'skipped', label: 'Nothing' },
          ],
          exits: [{ id: 'skipped', label: 'Skip this' }],
        },
      ],
      sales: ['human', {}],
    },
    ['welcome.$success--menu', 'menu.$buy--sales', 'menu.$skipped--sales'],
  ),
  at: '/nodes/menu/params/exits/0/id',
  right: [[['nodes', 'menu', 'params', 'exits'], []]],
};

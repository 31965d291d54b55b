import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const overlappingBlocksDoc: RuleDoc = {
  code: 'overlapping-blocks',
  group: 'The canvas',
  title: 'Two blocks lie on each other',
  specs: ['LI14'],
  what: 'A block has exactly the position of an earlier one: the same `top` and `left`.',
  why: 'On the canvas one hides the other, and whoever edits the bot next may never see it. It is usually a copied block.',
  mend: 'Move one of them. Blocks without a position are laid out by the editor.',
  wrong: sketch({
    welcome: ['var_text', { text: 'What is your name?', destination: 'name', version: 3 }, { top: 0, left: 200 }],
    bye: ['chat', { text: 'Bye @{name}!' }, { top: 0, left: 200 }],
  }),
  at: '/nodes/bye',
  right: [[['nodes', 'bye', 'left'], 500]],
};

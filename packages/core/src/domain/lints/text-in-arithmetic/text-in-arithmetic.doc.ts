import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const textInArithmeticDoc: RuleDoc = {
  code: 'text-in-arithmetic',
  group: 'Fields and formulas',
  title: 'A formula computes with a text',
  specs: ['LI23'],
  what: 'A formula computes with a Field as a number, or compares it with one, and every block that sets the Field saves a text.',
  why: 'CEL computes with numbers alone: the block is left by `$failed`, or the condition fails, even when the visitor wrote digits.',
  mend: 'Ask with `ask_number`, or convert: `double(guests)`.',
  wrong: sketch(
    {
      guests: ['var_text', { text: 'For how many guests?', destination: 'guests' }],
      price: ['formulas', { expression: 'guests * 25.0', destination: 'price' }],
      bye: ['close', { text: 'That makes @{price}.' }],
      sorry: ['human', {}],
    },
    ['welcome.$success--guests', 'guests.$success--price', 'price.$success--bye', 'price.$failed--sorry'],
  ),
  at: '/nodes/price/params/expression',
  right: [[['nodes', 'guests', 'template'], 'var_number']],
};

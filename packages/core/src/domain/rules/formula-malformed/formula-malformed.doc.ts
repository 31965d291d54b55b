import { type RuleDoc, sketch } from '../rule-doc.ts';

export const formulaMalformedDoc: RuleDoc = {
  code: 'formula_malformed',
  group: 'Fields and formulas',
  title: 'A formula cannot be compiled',
  specs: ['RU55'],
  what: 'The expression of a `formulas` block, or the formula of a condition, is no CEL (Common Expression Language); or it has more than 2,000 characters, 1,000 parts or 64 brackets within brackets, or makes a message of a type.',
  why: 'The block is left by `$failed` for every visitor; the condition never holds.',
  mend: 'Correct the expression at the place that the message names. Fields are read by their names, without `@{}`.',
  wrong: sketch(
    {
      guests: ['var_number', { text: 'For how many guests?', destination: 'guests' }],
      price: ['formulas', { expression: 'guests * * 25.0', destination: 'price' }],
      bye: ['close', { text: 'That makes @{price}.' }],
      sorry: ['human', {}],
    },
    ['welcome.$success--guests', 'guests.$success--price', 'price.$success--bye', 'price.$failed--sorry'],
  ),
  at: '/nodes/price/params/expression',
  right: [[['nodes', 'price', 'params', 'expression'], 'guests * 25.0']],
};

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const minAboveMaxDoc: RuleDoc = {
  code: 'min-above-max',
  group: 'Templates and params',
  title: 'The lower bound is above the upper one',
  specs: ['LI21'],
  what: 'Of the bounds of an answer, `min` and `max` or `minChars` and `maxChars`, the lower one is above the upper one.',
  why: 'No answer is accepted: the visitor is asked the same question for ever.',
  mend: 'Swap the bounds, or correct the one that is wrong.',
  wrong: sketch({ guests: ['var_number', { text: 'For how many guests?', min: 12, max: 2 }], thanks: ['close', {}] }),
  at: '/nodes/guests/params/min',
  right: [
    [['nodes', 'guests', 'params', 'min'], 2],
    [['nodes', 'guests', 'params', 'max'], 12],
  ],
};

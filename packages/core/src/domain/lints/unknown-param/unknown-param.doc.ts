import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const unknownParamDoc: RuleDoc = {
  code: 'unknown-param',
  group: 'Templates and params',
  title: 'Nothing reads this param',
  specs: ['LI19'],
  what: 'No variant of the block has a param of this name. Usually it is a typo, or a param of another block.',
  why: 'The param that was meant has its default: a date is asked for in another form, a bound is not checked, an answer is not saved.',
  mend: 'Write the name that the hint gives, or remove the param.',
  wrong: sketch({
    day: ['var_date', { text: 'Which day (dd/mm/yyyy), @{name}?', fromat: ['%d/%m/%Y'], showDatePicker: true }],
    thanks: ['close', {}],
  }),
  at: '/nodes/day/params/fromat',
  right: [[['nodes', 'day', 'params', 'fromat']], [['nodes', 'day', 'params', 'format'], ['%d/%m/%Y']]],
};

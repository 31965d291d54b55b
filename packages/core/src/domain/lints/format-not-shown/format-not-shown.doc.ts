import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const formatNotShownDoc: RuleDoc = {
  code: 'format-not-shown',
  group: 'Templates and params',
  title: 'A date is asked for without its form',
  specs: ['LI22'],
  what: 'The text of an `ask_date` shows neither the form in which a date is accepted, such as `dd/mm/yyyy`, nor an example of it, and there is no calendar to pick from. Or a `format` has no directive, such as `%d`.',
  why: 'A visitor who writes the date in another way is asked again, and cannot know why. No date fits a format without directives.',
  mend: 'Write the form or an example into the text, or set `showDatePicker`; write the format with directives.',
  wrong: sketch({ day: ['var_date', { text: 'Which day suits you?', format: ['%d/%m/%Y'] }], thanks: ['close', {}] }),
  at: '/nodes/day/params/text',
  right: [[['nodes', 'day', 'params', 'text'], 'Which day suits you (dd/mm/yyyy)?']],
};

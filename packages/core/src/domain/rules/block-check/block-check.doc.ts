import { type RuleDoc, sketch } from '../rule-doc.ts';

export const blockCheckDoc: RuleDoc = {
  code: 'date_format_mismatch',
  group: 'Templates and params',
  title: 'The calendar writes dates that are not accepted',
  specs: ['RU45', 'BL14'],
  what: 'The calendar of an `ask_date` writes the day that was picked as `pickerFormat` says, and no entry of `format` accepts that. Left out, `format` is `["%Y/%m/%d"]`.',
  why: 'Whoever picks a day from the calendar is asked for it again.',
  mend: 'Add the form that the hint names to `format`, or choose another `pickerFormat`.',
  wrong: sketch({
    day: ['var_date', { text: 'Which day?', showDatePicker: true, format: ['%Y-%m-%d'], pickerFormat: 'dd/MM/yyyy' }],
    thanks: ['close', {}],
  }),
  at: '/nodes/day/params/format',
  right: [
    [
      ['nodes', 'day', 'params', 'format'],
      ['%Y-%m-%d', '%d/%m/%Y'],
    ],
  ],
};

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const caseNeverReachedDoc: RuleDoc = {
  code: 'case-never-reached',
  group: 'Templates and params',
  title: 'Two cases have the same conditions',
  specs: ['LG26'],
  what: 'A case of a `switch` has the conditions of a case before it, in the same order.',
  why: 'The first case whose conditions hold is taken: no conversation leaves by the later one.',
  mend: 'Correct the conditions of one of the two, or remove the later case.',
  wrong: sketch(
    {
      guests: ['var_number', { text: 'For how many guests?', destination: 'guests' }],
      room: [
        'switch',
        {
          cases: [
            { id: 'small', match: 'all', conditions: [{ field: 'guests', operator: 'less', value: 10 }] },
            { id: 'large', match: 'all', conditions: [{ field: 'guests', operator: 'less', value: 10 }] },
          ],
        },
      ],
      table: ['close', { text: 'A table is free.' }],
      hall: ['close', { text: 'The hall is free.' }],
      person: ['human', {}],
    },
    [
      'welcome.$success--guests',
      'guests.$success--room',
      'room.$small--table',
      'room.$large--hall',
      'room.$else--person',
    ],
  ),
  at: '/nodes/room/params/cases/1/conditions',
  right: [[['nodes', 'room', 'params', 'cases', 1, 'conditions', 0, 'value'], 100]],
};

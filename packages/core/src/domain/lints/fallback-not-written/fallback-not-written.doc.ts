import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const fallbackNotWrittenDoc: RuleDoc = {
  code: 'fallback-not-written',
  group: 'Templates and params',
  title: 'A fallback is never written',
  specs: ['EX23'],
  what: 'An exit of a question has a `fallback`, and the question has no `destination`; or the fallback is `null`, which no Field holds.',
  why: 'After the exit the Field has no value, or an old one.',
  mend: 'Name the Field in `destination`, give another value, or remove the fallback.',
  wrong: sketch(
    {
      ask: [
        'var_number',
        {
          text: 'How many guests, @{name}?',
          destination: 'guests',
          exits: [{ id: 'skipped', label: 'I do not know', fallback: null }],
        },
      ],
      help: ['human', { text: 'A table for @{guests}.' }],
    },
    ['welcome.$success--ask', 'ask.$success--help', 'ask.$skipped--help'],
  ),
  at: '/nodes/ask/params/exits/0/fallback',
  right: [[['nodes', 'ask', 'params', 'exits', 0, 'fallback'], 2]],
};

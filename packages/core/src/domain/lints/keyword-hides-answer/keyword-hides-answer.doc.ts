import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const keywordHidesAnswerDoc: RuleDoc = {
  code: 'keyword-hides-answer',
  group: 'Connections and the way through',
  title: 'A keyword takes an answer',
  specs: ['KW15'],
  what: 'A text of `keywords` that counts anytime is also the label, the number or a word of a choice, “yes” or “no”, or a rating.',
  why: 'Keywords are compared first: a visitor who types the answer does not give it, but comes to the keyword.',
  mend: 'Choose another text, or let the words count only while no conversation is under way (`"active": "idle"`).',
  wrong: sketch(
    {
      menu: ['buttons', { text: 'What is it about, @{name}?', buttons: [{ id: 'help', label: 'Help' }] }],
      words: ['keywords', { words: [{ id: 'help', texts: ['I need you', 'help'] }] }],
      person: ['human', {}],
    },
    ['welcome.$success--menu', 'menu.$help--person', 'words.$help--person'],
  ),
  at: '/nodes/words/params/words/0/texts/1',
  right: [[['nodes', 'words', 'params', 'words', 0, 'texts'], ['I need you']]],
};

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const exitNeverTakenDoc: RuleDoc = {
  code: 'exit-never-taken',
  group: 'Templates and params',
  title: 'An exit is never taken',
  specs: ['EX21'],
  what: 'A question that accepts any text has the exit `invalid`, or a question that always offers something has the exit `none`.',
  why: 'The blocks behind the exit are never reached, though the diagram looks as if they were.',
  mend: 'Remove the exit and its connection, or bound the answer: `ask_question` has `minChars` and `maxChars`.',
  wrong: sketch(
    {
      ask: ['var_text', { text: 'What is it about, @{name}?', exits: [{ id: 'invalid', attempts: 2 }] }],
      help: ['human', {}],
    },
    ['welcome.$success--ask', 'ask.$success--help', 'ask.$invalid--help'],
  ),
  at: '/nodes/ask/params/exits/0',
  right: [[['nodes', 'ask', 'params', 'minChars'], 10]],
};

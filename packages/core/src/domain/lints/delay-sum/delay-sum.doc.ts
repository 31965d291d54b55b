import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const delaySumDoc: RuleDoc = {
  code: 'delay-sum',
  group: 'Connections and the way through',
  title: 'Short waits become a long silence',
  specs: ['WT41', 'WT42'],
  what: 'On a path, blocks `wait` of 25 seconds at most take more than 20 seconds together, and the bot says nothing between them.',
  why: 'The visitor sees nothing new for so long, and leaves.',
  mend: 'Shorten the waits, or say something between them. A block outside the catalog and `ai_agent` may say something, so the sum begins anew after them; so it does after a wait of more than 25 seconds, which is a follow-up.',
  wrong: sketch({
    look: ['wait', { seconds: 15 }],
    think: ['wait', { seconds: 10 }],
    bye: ['close', { text: 'Thank you, @{name}. There is a seat for you.' }],
  }),
  at: '/nodes/think',
  right: [[['nodes', 'think', 'params', 'seconds'], 3]],
};

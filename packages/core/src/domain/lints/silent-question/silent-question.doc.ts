import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const silentQuestionDoc: RuleDoc = {
  code: 'silent-question',
  group: 'Connections and the way through',
  title: 'A question is never said',
  specs: ['QN4', 'QN5'],
  what: 'A question is `quiet`, and a path leads to it on which nothing was said since the visitor last wrote.',
  why: 'The bot waits for an answer, and the visitor does not know that it asked anything.',
  mend: 'Say the question in a block before it on every path, such as `send_text`, or give it a `text` and remove `quiet`. A block outside the catalog and `ai_agent` may say something, so nothing is reported after them.',
  wrong: sketch({
    city: ['var_text', { quiet: true, destination: 'city' }],
    bye: ['close', { text: 'Thank you, @{name}. We look for a shop in @{city}.' }],
  }),
  at: '/nodes/city/params/quiet',
  right: [[['nodes', 'city', 'params', 'quiet']], [['nodes', 'city', 'params', 'text'], 'Where do you live?']],
};

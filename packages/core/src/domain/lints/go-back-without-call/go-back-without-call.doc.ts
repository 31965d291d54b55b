import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const goBackWithoutCallDoc: RuleDoc = {
  code: 'go-back-without-call',
  group: 'Connections and the way through',
  title: 'A block goes back, and nothing called it',
  specs: ['CG13'],
  what: 'No call within the bot leads to a `go_back`, and neither does a block to which other bots jump. Where other bots call this one from its beginning, turn the lint off.',
  why: 'Without a call the conversation ends at `go_back`.',
  mend: 'Call the part that ends with `go_back` by a `bot_link` with the mode `call`, or remove `go_back`.',
  wrong: sketch({ back: ['go_back', {}] }, ['welcome.$success--back']),
  at: '/nodes/back',
  right: [[['nodes', 'back', 'template'], 'close']],
};

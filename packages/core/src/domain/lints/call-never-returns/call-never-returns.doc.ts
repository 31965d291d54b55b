import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const callNeverReturnsDoc: RuleDoc = {
  code: 'call-never-returns',
  group: 'Connections and the way through',
  title: 'A call never comes back',
  specs: ['CG12'],
  what: 'A `bot_link` with the mode `call` goes to a part of the bot in which no block goes back and each output leads on.',
  why: 'The output `$success` of the call is never taken: the blocks after it are not reached by it.',
  mend: 'End the part with `go_back`, or leave its last output without a connection; or jump instead of calling.',
  wrong: sketch(
    {
      ask: ['bot_link', { bot: 1, node: 'size', mode: 'call' }],
      thanks: ['close', {}],
      size: ['var_number', { text: 'How many guests?' }],
      again: ['var_number', { text: 'And how many children?' }],
    },
    ['welcome.$success--ask', 'ask.$success--thanks', 'size.$success--again', 'again.$success--size'],
  ),
  given: { says: 'The bot has the number 1.', context: { bot: { number: 1 } } },
  at: '/nodes/ask',
  implied: { found: ['unreachable-block /nodes/thanks'], because: 'the call is the only way to it' },
  right: [
    [['nodes', 'again', 'template'], 'go_back'],
    [['nodes', 'again', 'params'], {}],
    [['connections', 'again.$success--size']],
  ],
};

import { type RuleDoc, sketch } from '../rule-doc.ts';

export const endlessLoopDoc: RuleDoc = {
  code: 'endless_loop',
  group: 'Connections and the way through',
  title: 'Blocks run in a circle without waiting',
  specs: ['RU51', 'RU52', 'RU53', 'RU54', 'QN16'],
  what: 'A path of connections leads from a block back to itself, and no block on it waits for the visitor. Each group of such blocks is reported once, at its first block.',
  why: 'Such a bot would talk without end. It is stopped after 500 blocks with an error, and everything that it said until then has reached the visitor.',
  mend: 'Put a question into the circle, or remove one of its connections. `scheduler`, and a question with `skipIfSet`, may go on at once, so they do not count as waiting.',
  wrong: sketch(
    { hint: ['chat', { text: 'We are open from nine to five.' }], again: ['chat', { text: 'Call us, @{name}!' }] },
    ['welcome.$success--hint', 'hint.$success--again', 'again.$success--hint'],
  ),
  at: '/nodes/hint',
  right: [[['connections', 'again.$success--hint']]],
};

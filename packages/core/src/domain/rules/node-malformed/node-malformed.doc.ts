import { type RuleDoc, sketch } from '../rule-doc.ts';

export const nodeMalformedDoc: RuleDoc = {
  code: 'node_malformed',
  group: 'Entries, ids and paths',
  title: 'An entry of nodes is not a block',
  specs: ['RU13', 'RU15'],
  what: 'A block is an object with the strings `id` and `template` and the object `params`. Where they are there, `path` and `name` are strings, `top` and `left` numbers, and `isTarget` is a boolean.',
  why: 'A conversation that comes to such an entry ends with an error. No other rule looks into it, so it may hide more.',
  mend: 'Correct the member that is named. A number or boolean in quotes is the usual cause.',
  wrong: sketch({ bye: ['chat', { text: 'Bye @{name}!' }, { top: '120', left: 40 }] }),
  at: '/nodes/bye/top',
  right: [[['nodes', 'bye', 'top'], 120]],
};

import { type RuleDoc, sketch } from '../rule-doc.ts';

export const outputConnectedTwiceDoc: RuleDoc = {
  code: 'output_connected_twice',
  group: 'Connections and the way through',
  title: 'Two connections leave by the same output',
  specs: ['RU29'],
  what: 'An output leads to one block. A second connection leaves by the same output; each after the first is reported.',
  why: 'A conversation follows the first one in the order of the file. The others are dead, and which one is the first changes when the file is written anew.',
  mend: 'Remove the ones that are not meant. To choose between two ways, put a `conditions` block between.',
  wrong: sketch({ bye: ['chat', { text: 'Bye @{name}!' }], help: ['human', { text: 'One moment, @{name}.' }] }, [
    'welcome.$success--bye',
    'welcome.$success--help',
  ]),
  at: '/connections/welcome.$success--help/type',
  right: [[['connections', 'welcome.$success--bye']], [['nodes', 'bye']]],
};

import { amend, type RuleDoc, sketch } from '../rule-doc.ts';

export const startPointDoc: RuleDoc = {
  code: 'start_point',
  group: 'Start and greeting',
  title: 'The start point is missing',
  specs: ['RU16'],
  what: 'Every diagram has one node with the id `hidden` and the template `hidden`. It is missing here, or has another template.',
  why: 'Editors draw the beginning of the conversation from this node, and block-level writes rely on it. A block of another kind in its place would never be run as that kind.',
  mend: 'Add the node. Where another block took its id, give that block an id of its own and correct its connections.',
  wrong: amend(sketch({ bye: ['chat', { text: 'Bye @{name}!' }] }), [[['nodes', 'hidden']]]),
  at: '/nodes',
  right: [[['nodes', 'hidden'], { id: 'hidden', template: 'hidden', params: {} }]],
};

import { connectionOf, type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const unreachableBlockDoc: RuleDoc = {
  code: 'unreachable-block',
  group: 'Connections and the way through',
  title: 'No way leads to a block',
  specs: ['LI6', 'LI7'],
  what: 'No path of connections leads from the greeting to this block. Blocks that other bots jump to are reached, if `entryBlocks` of the library call names them.',
  why: 'No visitor ever sees it. Usually a connection is missing, or the block should have been deleted.',
  mend: 'Connect it, or delete it with its connections.',
  wrong: sketch(
    { bye: ['chat', { text: 'Bye @{name}!' }], offer: ['chat', { text: 'Today everything is half the price.' }] },
    ['welcome.$success--bye'],
  ),
  at: '/nodes/offer',
  right: [
    [['connections', 'welcome.$success--bye']],
    [['connections', 'welcome.$success--offer'], connectionOf('welcome.$success--offer')],
    [['connections', 'offer.$success--bye'], connectionOf('offer.$success--bye')],
  ],
};

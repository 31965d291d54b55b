import { connectionOf, type RuleDoc } from '../../rules/rule-doc.ts';

export const emptyBotDoc: RuleDoc = {
  code: 'empty-bot',
  group: 'Start and greeting',
  title: 'The bot has no block',
  specs: ['LI5'],
  what: 'The diagram has the start point and nothing else.',
  why: 'Nothing can be said to a visitor. In a repository it is probably a file that was created and never filled.',
  mend: 'Add a greeting and what follows it, or remove the file.',
  wrong: { nodes: { hidden: { id: 'hidden', template: 'hidden', params: {} } }, connections: {} },
  at: '/nodes',
  implied: {
    found: ['start_connection /nodes'],
    because: 'The greeting is missing, too.',
  },
  right: [
    [
      ['nodes', 'welcome'],
      {
        id: 'welcome',
        template: 'buttons',
        params: { text: 'How can we help?', buttons: [{ id: 'shop', label: 'Buy' }], version: 3 },
      },
    ],
    [['nodes', 'shop'], { id: 'shop', template: 'close', params: { text: 'Visit shop.example.com.' } }],
    [['connections', 'welcome.$shop--shop'], connectionOf('welcome.$shop--shop')],
  ],
};

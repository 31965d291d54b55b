import { diagramOf } from './diagram-of.ts';

/** Asks for a name and whether to order, orders by a webhook, and says goodbye. */
export const shop = diagramOf(
  {
    welcome: ['ask_question', { text: 'What is your name?', destination: 'name' }],
    hello: ['send_text', { text: 'Hi @{name}' }],
    order: ['ask_yes_no', { text: 'Shall I order?', destination: 'wanted' }],
    call: [
      'webhook',
      { url: 'https://shop.example.org/orders', method: 'POST', body: '{"for":"@{name}"}', destination: 'answer' },
    ],
    known: ['conditions', { conditions: [{ field: 'name', operator: 'is', value: 'Ann' }] }],
    friend: ['send_text', { text: 'Welcome back, friend.' }],
    bye: ['close_chat', { text: 'Goodbye.' }],
    sorry: ['close_chat', { text: 'The shop is closed.' }],
  },
  [
    'welcome.$success--hello',
    'hello.$success--order',
    'order.$yes--call',
    'order.$no--bye',
    'call.$success--known',
    'call.$failed--sorry',
    'known.true--friend',
    'known.false--bye',
    'friend.$success--bye',
  ],
);

import { type RuleDoc, sketch } from '../rule-doc.ts';

export const fieldNameReservedDoc: RuleDoc = {
  code: 'field_name_reserved',
  group: 'Fields and formulas',
  title: 'An answer is saved under a name of the customer record',
  specs: ['RU57', 'LM25'],
  what: 'Every customer has `id`, `channel_id`, `agent_id` and other keys of its own. An answer or value is saved under one of them. `name`, `email` and `phone` may be used: an answer saved there becomes that of the customer. `#last` and `#transcript` are texts of the conversation, and no Field either.',
  why: 'Texts that read the name get what the customer record has there, never the answer.',
  mend: 'Choose another name, and write it where the answer is read, too.',
  wrong: sketch({
    order: ['var_text', { text: 'Which order is it about?', destination: 'id' }],
    bye: ['close', { text: 'We look into order @{id}.' }],
  }),
  at: '/nodes/order/params/destination',
  right: [
    [['nodes', 'order', 'params', 'destination'], 'order_id'],
    [['nodes', 'bye', 'params', 'text'], 'We look into order @{order_id}.'],
  ],
};

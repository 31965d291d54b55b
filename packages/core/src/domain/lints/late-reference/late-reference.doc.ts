import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const lateReferenceDoc: RuleDoc = {
  code: 'late-reference',
  group: 'Fields and formulas',
  title: 'The last text, or the conversation, is empty here',
  specs: ['LM24'],
  what: '`@{#last}` is the last text of the visitor, and `@{#transcript}` the conversation. They have a text in the `input` of a `language_model`, in `subject` and `text` of a `send_email`, in the `body` of a `webhook`, and in `code`. Elsewhere they are empty.',
  why: 'The visitor reads a text with a gap.',
  mend: 'Save the answer in a Field where it is asked for, and insert that Field.',
  wrong: sketch({
    ask: ['var_text', { text: 'Which order is it about?', destination: 'order' }],
    bye: ['close', { text: 'We look into order @{#last}, @{order}.' }],
  }),
  at: '/nodes/bye/params/text',
  right: [[['nodes', 'bye', 'params', 'text'], 'We look into order @{order}.']],
};

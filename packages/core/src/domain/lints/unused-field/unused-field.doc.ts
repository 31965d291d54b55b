import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const unusedFieldDoc: RuleDoc = {
  code: 'unused-field',
  group: 'Fields and formulas',
  title: 'Nothing reads a Field',
  specs: ['LI10', 'LI11'],
  what: 'A block saves an answer or value in a Field that no block reads. Fields that something outside the bot reads are named by `knownFields` of the library call.',
  why: 'The visitor is asked for something that is used nowhere; or a text reads it under another name, and shows nothing.',
  mend: 'Read it as `@{name}`, correct the name, or remove the question. If another system reads it, switch the lint off for this bot or name the Field.',
  wrong: sketch({
    town: ['var_text', { text: 'Where do you live, @{name}?', destination: 'town' }],
    bye: ['close', { text: 'We look for a shop near you.' }],
  }),
  at: '/nodes/town/params/destination',
  right: [[['nodes', 'bye', 'params', 'text'], 'We look for a shop near @{town}.']],
};

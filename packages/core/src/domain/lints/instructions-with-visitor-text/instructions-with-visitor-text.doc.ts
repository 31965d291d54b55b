import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const instructionsWithVisitorTextDoc: RuleDoc = {
  code: 'instructions-with-visitor-text',
  group: 'Fields and formulas',
  title: 'A visitor writes into the instructions of a model',
  specs: ['LM23'],
  what: 'The `instructions` of a `language_model` insert a Field that a question of the bot fills.',
  why: 'A model takes instructions for orders of the author. A visitor who answers “Forget the rules above” gives such orders, too.',
  mend: 'Insert the Field into `input`, which the model reads as words of the visitor.',
  wrong: sketch(
    {
      topic: ['var_text', { text: 'What is it about?', destination: 'topic' }],
      ask: ['language_model', { model: 'small', instructions: 'Explain @{topic} in one sentence.' }],
      bye: ['close', {}],
    },
    ['welcome.$success--topic', 'topic.$success--ask', 'ask.$success--bye', 'ask.$failed--bye'],
  ),
  at: '/nodes/ask/params/instructions',
  right: [
    [['nodes', 'ask', 'params', 'instructions'], 'Explain the topic in one sentence.'],
    [['nodes', 'ask', 'params', 'input'], '@{topic}'],
  ],
};

import { type RuleDoc, sketch } from '../rule-doc.ts';

export const modelUnknownDoc: RuleDoc = {
  code: 'model_unknown',
  group: 'Channels, plans, bots and accounts',
  title: 'The service does not have a language model',
  specs: ['LM22'],
  appliesTo:
    'bots on a server, and with `models` of the library call. `botwright lint` does not know the models of a service',
  what: 'The `model` of a block names no language model that the service has.',
  why: 'The block is left by `$failed` for every visitor. It stops a test deployment; publication is allowed, because the service may get the model afterwards.',
  mend: 'Choose a model that the service has, or give it one of this name.',
  given: { says: 'The service has one model, `small`.', context: { models: new Set(['small']) } },
  wrong: sketch(
    {
      ask: ['language_model', { model: 'smal', instructions: 'Answer in one sentence.' }],
      bye: ['close', {}],
    },
    ['welcome.$success--ask', 'ask.$success--bye', 'ask.$failed--bye'],
  ),
  at: '/nodes/ask/params/model',
  right: [[['nodes', 'ask', 'params', 'model'], 'small']],
};

import { type RuleDoc, sketch } from '../rule-doc.ts';

export const greetingVersionDoc: RuleDoc = {
  code: 'greeting_version',
  group: 'Start and greeting',
  title: 'The greeting has another version',
  specs: ['RU22'],
  appliesTo: 'bots of the family `native`',
  fix: 'writes the version',
  what: 'The param `version` of the block in the greeting slot is missing or is not 3. The default does not fill in here.',
  why: 'The version says how params are read. On native channels greetings of version 3 alone are supported, and a greeting is what every visitor sees.',
  mend: 'Write `"version": 3` into the params of the greeting.',
  wrong: sketch({
    welcome: ['var_text', { text: 'What is your name?', destination: 'name' }],
    bye: ['chat', { text: 'Bye @{name}!' }],
  }),
  at: '/nodes/welcome/params',
  right: [[['nodes', 'welcome', 'params', 'version'], 3]],
};

import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const unknownTemplateDoc: RuleDoc = {
  code: 'unknown-template',
  group: 'Templates and params',
  title: 'No block has this template',
  specs: ['LI18', 'RU9'],
  fix: 'writes the template where the name of a block stands in its place',
  what: 'No block of the catalog has this template. A diagram stores the template of a block, `var_text`, where documentation and block-level writes say its name, `ask_question`: that is the usual cause; a typo is the other. Blocks of your own are known with `catalog` of the library call.',
  why: 'Nothing of the block is checked, and a conversation that comes to it ends with an error. Publication accepts it, because a host may know blocks that the rules do not.',
  mend: 'Write the template of a block of the catalog, such as the one that the hint names.',
  wrong: sketch({
    mail: ['ask_email', { text: 'Where can we write to you?', destination: 'email' }],
    bye: ['chat', { text: 'Bye @{name}!' }],
  }),
  at: '/nodes/mail/template',
  right: [[['nodes', 'mail', 'template'], 'var_email']],
};

import { connectionOf, type RuleDoc, sketch } from '../rule-doc.ts';

export const greetingNotAllowedDoc: RuleDoc = {
  code: 'greeting_not_allowed',
  group: 'Start and greeting',
  title: 'This block cannot greet',
  specs: ['RU21', 'BL4', 'QN3'],
  appliesTo: 'bots of the family `native`',
  what: 'The block in the greeting slot is of a kind that cannot be the first of a conversation. These can: `ask_question`, `ask_number`, `ask_phone`, `ask_url`, `ask_date`, `ask_yes_no`, `buttons`, `opening`, and blocks of the host that say so. A `quiet` question cannot.',
  why: 'On a native channel a conversation opens with the greeting, which is to be answered. A block that asks nothing is nothing to answer.',
  mend: 'Let one of those blocks greet, and put this one behind it.',
  wrong: sketch({ welcome: ['chat', { text: 'Welcome to our shop!', version: 3 }] }),
  at: '/nodes/welcome/template',
  right: [
    [
      ['nodes', 'welcome'],
      {
        id: 'welcome',
        template: 'var_text',
        params: { text: 'Welcome! What is your name?', destination: 'name', version: 3 },
      },
    ],
    [['nodes', 'thanks'], { id: 'thanks', template: 'chat', params: { text: 'Thank you, @{name}!' } }],
    [['connections', 'welcome.$success--thanks'], connectionOf('welcome.$success--thanks')],
  ],
};

import { connectionOf, type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const deadEndDoc: RuleDoc = {
  code: 'dead-end',
  group: 'Connections and the way through',
  title: 'Nothing follows a block',
  specs: ['LI8'],
  what: 'A block has outputs, and none of them is connected. `send_text` and `send_media` may end a conversation, and blocks with no outputs, such as `close_chat`, always do.',
  why: 'The visitor answers a question and hears nothing again.',
  mend: 'Connect what follows. If the conversation is to end here, end it with a `send_text` or `close_chat`.',
  wrong: sketch({ mail: ['var_email', { text: 'Where can we write to you, @{name}?', destination: 'email' }] }),
  at: '/nodes/mail',
  right: [
    [['nodes', 'thanks'], { id: 'thanks', template: 'close', params: { text: 'Thank you.' } }],
    [['connections', 'mail.$success--thanks'], connectionOf('mail.$success--thanks')],
  ],
};

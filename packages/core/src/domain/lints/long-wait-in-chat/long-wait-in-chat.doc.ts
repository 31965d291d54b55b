import { connectionOf, type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const longWaitInChatDoc: RuleDoc = {
  code: 'long-wait-in-chat',
  group: 'Connections and the way through',
  title: 'A long wait reads no messages',
  specs: ['WT40'],
  what: 'A `wait` of more than 25 seconds has no exit `interrupted`.',
  why: 'The visitor writes, and hears nothing until the wait is over.',
  mend: 'Add `{"id": "interrupted"}` to `exits`, and connect the output `$interrupted`.',
  wrong: sketch({ pause: ['wait', { seconds: 86_400 }], later: ['chat', { text: 'Are you still interested?' }] }),
  at: '/nodes/pause',
  right: [
    [['nodes', 'pause', 'params', 'exits'], [{ id: 'interrupted' }]],
    [['connections', 'pause.$interrupted--later'], connectionOf('pause.$interrupted--later')],
  ],
};

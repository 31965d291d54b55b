import { connectionOf, type RuleDoc, sketch } from '../rule-doc.ts';

export const outputUnknownDoc: RuleDoc = {
  code: 'output_unknown',
  group: 'Connections and the way through',
  title: 'A connection leaves by an output that the block does not have',
  specs: ['RU28', 'BL10'],
  what: 'The `type` of a connection is not an output of the block that it leaves. Most blocks have `$success`; `yes_no` has `$yes` and `$no`, `conditions` has `true` and `false`, and `buttons` has one for each button: `$` and its id.',
  why: 'The block is never left this way, so the answer that the author meant leads nowhere.',
  mend: 'Write one of the outputs that the message lists. After a button is renamed, its connection has the old id.',
  wrong: sketch({ ask: ['yes_no', { text: 'Shall we call you, @{name}?' }], call: ['human', {}], bye: ['close', {}] }, [
    'welcome.$success--ask',
    'ask.$yes--call',
    'ask.no--bye',
  ]),
  at: '/connections/ask.no--bye/type',
  implied: {
    found: ['unconnected-output /nodes/ask'],
    because: 'The output that was meant is still open.',
  },
  right: [[['connections', 'ask.no--bye']], [['connections', 'ask.$no--bye'], connectionOf('ask.$no--bye')]],
};

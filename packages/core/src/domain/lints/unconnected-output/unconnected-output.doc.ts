import { connectionOf, type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const unconnectedOutputDoc: RuleDoc = {
  code: 'unconnected-output',
  group: 'Connections and the way through',
  title: 'An output is not connected',
  specs: ['LI9'],
  what: 'Some outputs of a block are connected, and this one is not.',
  why: 'A visitor who takes it gets no answer: the conversation ends there.',
  mend: 'Connect the output, if only to a `close_chat` with a last word.',
  wrong: sketch({ ask: ['yes_no', { text: 'Shall we call you, @{name}?' }], call: ['human', {}] }, [
    'welcome.$success--ask',
    'ask.$yes--call',
  ]),
  at: '/nodes/ask',
  right: [
    [['nodes', 'bye'], { id: 'bye', template: 'close', params: { text: 'Goodbye.' } }],
    [['connections', 'ask.$no--bye'], connectionOf('ask.$no--bye')],
  ],
};

import { connectionOf, type RuleDoc, sketch } from '../rule-doc.ts';

export const connectionTargetUnknownDoc: RuleDoc = {
  code: 'connection_target_unknown',
  group: 'Connections and the way through',
  title: 'A connection leads to a block that is not there',
  specs: ['RU27'],
  fix: 'removes the connection',
  what: 'The `targetPath` of a connection is not a key of `nodes`.',
  why: 'A conversation that comes this way ends with the error `node_unknown`, in front of the visitor.',
  mend: 'Name the block that should follow, in `targetPath` and in the id of the connection; or remove the connection, and decide what follows instead.',
  wrong: sketch({ ask: ['yes_no', { text: 'Shall we call you, @{name}?' }], call: ['human', {}], bye: ['close', {}] }, [
    'welcome.$success--ask',
    'ask.$yes--call',
    'ask.$no--by',
  ]),
  at: '/connections/ask.$no--by/targetPath',
  implied: {
    found: ['unreachable-block /nodes/bye'],
    because: 'This was the only way to `bye`.',
  },
  right: [[['connections', 'ask.$no--by']], [['connections', 'ask.$no--bye'], connectionOf('ask.$no--bye')]],
};

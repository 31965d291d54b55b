import { amend, connectionOf, type RuleDoc, sketch } from '../rule-doc.ts';

export const connectionMalformedDoc: RuleDoc = {
  code: 'connection_malformed',
  group: 'Entries, ids and paths',
  title: 'An entry of connections is not a connection',
  specs: ['RU14', 'RU15'],
  what: 'A connection is an object with the strings `id`, `type` (the output), `sourcePath` and `targetPath` (two blocks).',
  why: 'Such an entry connects nothing: a conversation that should follow it ends.',
  mend: 'Write the member that is named, or remove the entry.',
  wrong: amend(sketch({ bye: ['chat', { text: 'Bye @{name}!' }] }), [
    [['connections', 'welcome.$success--bye', 'type']],
  ]),
  at: '/connections/welcome.$success--bye',
  implied: {
    found: ['dead-end /nodes/welcome', 'unreachable-block /nodes/bye'],
    because: 'What the entry should connect is not connected.',
  },
  right: [[['connections', 'welcome.$success--bye'], connectionOf('welcome.$success--bye')]],
};

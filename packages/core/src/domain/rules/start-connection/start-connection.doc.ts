import { amend, connectionOf, type RuleDoc, sketch } from '../rule-doc.ts';

const greeting = {
  id: 'welcome',
  template: 'var_text',
  params: { text: 'What is your name?', destination: 'name', version: 3 },
};

export const startConnectionDoc: RuleDoc = {
  code: 'start_connection',
  group: 'Start and greeting',
  title: 'Nobody greets the visitor',
  specs: ['RU17', 'RU18', 'RU19', 'RU20'],
  what: 'The greeting slot has no block: that is the id `welcome` on `native` and `bot_start` on every other channel family. Or a connection leads from the start point to another block than that one.',
  why: 'Conversations begin at the greeting slot. Where it is empty they begin wherever a connection from the start point leads, or end at once with an error.',
  mend: 'Give the block that greets the id of the slot, and correct its connections. A connection from `hidden` is not needed: remove one that leads elsewhere.',
  wrong: amend(
    sketch(
      {
        hello: ['var_text', { text: 'What is your name?', destination: 'name', version: 3 }],
        bye: ['chat', { text: 'Bye @{name}!' }],
      },
      ['hello.$success--bye'],
    ),
    [[['nodes', 'welcome']]],
  ),
  at: '/nodes',
  right: [
    [['nodes', 'hello']],
    [['nodes', 'welcome'], greeting],
    [['connections', 'hello.$success--bye']],
    [['connections', 'welcome.$success--bye'], connectionOf('welcome.$success--bye')],
  ],
};

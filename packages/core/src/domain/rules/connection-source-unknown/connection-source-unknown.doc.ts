import { type RuleDoc, sketch } from '../rule-doc.ts';

export const connectionSourceUnknownDoc: RuleDoc = {
  code: 'connection_source_unknown',
  group: 'Connections and the way through',
  title: 'A connection leaves a block that is not there',
  specs: ['RU26'],
  fix: 'removes the connection',
  what: 'The `sourcePath` of a connection is not a key of `nodes`.',
  why: 'Nobody comes this way. Usually the block was deleted or renamed and the connection stayed; after a renaming the way through the bot is broken.',
  mend: 'Name the block that the connection should leave, in `sourcePath` and in its id, or remove it.',
  wrong: sketch({ bye: ['chat', { text: 'Bye @{name}!' }] }, ['welcome.$success--bye', 'menu.$yes--bye']),
  at: '/connections/menu.$yes--bye/sourcePath',
  right: [[['connections', 'menu.$yes--bye']]],
};

import { amend, type RuleDoc, sketch } from '../rule-doc.ts';

export const nodeKeyMismatchDoc: RuleDoc = {
  code: 'node_key_mismatch',
  group: 'Entries, ids and paths',
  title: 'The id of a block is not its key',
  specs: ['RU23'],
  what: 'Each block is stored in `nodes` under its `id`. Here the key and the id differ.',
  why: 'Connections find blocks by their key; editors, recorded conversations and links from other bots name them by their id. With two names one of them leads nowhere.',
  mend: 'Make `id` and key the same. If you rename the key, rename it in the connections, too.',
  wrong: amend(sketch({ bye: ['chat', { text: 'Bye @{name}!' }] }), [[['nodes', 'bye', 'id'], 'goodbye']]),
  at: '/nodes/bye/id',
  right: [[['nodes', 'bye', 'id'], 'bye']],
};

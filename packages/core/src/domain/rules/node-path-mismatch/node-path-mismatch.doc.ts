import { type RuleDoc, sketch } from '../rule-doc.ts';

export const nodePathMismatchDoc: RuleDoc = {
  code: 'node_path_mismatch',
  group: 'Entries, ids and paths',
  title: 'The path of a block is not its id',
  specs: ['RU24'],
  fix: 'writes the id',
  what: 'A block that says a `path` says its own `id` there. It may be left out.',
  why: 'Programs that read the path would find another block, or none. It is usually left over from a copied block.',
  mend: 'Write the id as `path`, or leave `path` out.',
  wrong: sketch({ bye: ['chat', { text: 'Bye @{name}!' }, { path: 'goodbye' }] }),
  at: '/nodes/bye/path',
  right: [[['nodes', 'bye', 'path'], 'bye']],
};

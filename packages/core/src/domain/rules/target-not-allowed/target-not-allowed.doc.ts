import { type RuleDoc, sketch } from '../rule-doc.ts';

export const targetNotAllowedDoc: RuleDoc = {
  code: 'target_not_allowed',
  group: 'Connections and the way through',
  title: 'A connection leads to a block that takes none',
  specs: ['RU30'],
  what: 'A block with `"isTarget": false` is not to be reached by connections, and one ends there.',
  why: 'The author of the block, or the editor, has said that nothing leads there; following the connection would run it out of its place.',
  mend: 'Lead the connection elsewhere, or remove `isTarget` where the block may be reached after all.',
  wrong: sketch({ bye: ['chat', { text: 'Bye @{name}!' }, { isTarget: false }] }),
  at: '/connections/welcome.$success--bye/targetPath',
  right: [[['nodes', 'bye', 'isTarget'], true]],
};

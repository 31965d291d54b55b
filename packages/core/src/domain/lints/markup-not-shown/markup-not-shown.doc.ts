import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const markupNotShownDoc: RuleDoc = {
  code: 'markup-not-shown',
  group: 'Templates and params',
  title: 'A plain text has markup',
  specs: ['RX12'],
  what: 'A text has a pair of `**` or a link `[label](address)`, but the `format` of its block is not `markdown`.',
  why: 'Visitors read the asterisks and the brackets.',
  mend: 'Set `format` to `markdown`, or write the text without markup.',
  wrong: sketch({ hours: ['chat', { text: 'We are **open** today.' }] }),
  at: '/nodes/hours/params/text',
  right: [[['nodes', 'hours', 'params', 'format'], 'markdown']],
};

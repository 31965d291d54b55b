import { connectionOf, type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const fieldReadBeforeSetDoc: RuleDoc = {
  code: 'field-read-before-set',
  group: 'Fields and formulas',
  title: 'A Field is read that may have no value yet',
  specs: ['LI12', 'LI13', 'LI11'],
  what: 'A text has `@{name}`, and some way leads there that does not set the Field, or no block sets it at all. A condition that the Field is set proves that it is.',
  why: 'The visitor reads a text with a hole: "Hello !".',
  mend: 'Set the Field on every way, correct its name, or ask with `conditions` whether it is set. Fields that another system sets are named by `knownFields` of the library call.',
  wrong: sketch(
    {
      ask: ['yes_no', { text: 'Do you have a voucher?' }],
      code: ['var_text', { text: 'What is its number?', destination: 'voucher' }],
      bye: ['close', { text: 'Your voucher: @{voucher}' }],
    },
    ['welcome.$success--ask', 'ask.$yes--code', 'ask.$no--bye', 'code.$success--bye'],
  ),
  at: '/nodes/bye/params/text',
  right: [
    [['nodes', 'thanks'], { id: 'thanks', template: 'close', params: {} }],
    [['connections', 'ask.$no--bye']],
    [['connections', 'ask.$no--thanks'], connectionOf('ask.$no--thanks')],
  ],
};

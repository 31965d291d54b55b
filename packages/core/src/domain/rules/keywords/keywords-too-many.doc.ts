import { type RuleDoc, sketch } from '../rule-doc.ts';

const block = (nth: number): readonly [string, { words: { id: string; texts: string[] }[] }] => [
  'keywords',
  { words: [{ id: 'help', texts: [`help ${nth}`] }] },
];

const numbers = Array.from({ length: 11 }, (_, nth) => nth + 1);

export const keywordsTooManyDoc: RuleDoc = {
  code: 'keywords_too_many',
  group: 'Templates and params',
  title: 'A bot has more than ten blocks of keywords',
  specs: ['KW4'],
  what: 'This block `keywords` comes after the tenth one of the bot, in diagram order.',
  why: 'Each message of a visitor is compared with all words of the bot; those of further blocks are never heard.',
  mend: 'Write its words into another block: one block has up to 50 entries.',
  wrong: sketch(
    {
      ...Object.fromEntries(numbers.map((nth) => [`k${nth}`, block(nth)])),
      help: ['human', { text: 'We help you, @{name}.' }],
    },
    ['welcome.$success--help', ...numbers.map((nth) => `k${nth}.$help--help`)],
  ),
  at: '/nodes/k11',
  right: [[['nodes', 'k11']], [['connections', 'k11.$help--help']]],
};

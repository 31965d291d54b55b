import { type RuleDoc, sketch } from '../rule-doc.ts';

export const linkedNodeUnknownDoc: RuleDoc = {
  code: 'linked_node_unknown',
  group: 'Connections and the way through',
  title: 'A block jumps to a block that is not there',
  specs: ['RU63', 'RU64', 'RU65'],
  appliesTo:
    'jumps within the bot, where its number is known: on the server, and in files that have `bot.number`. Jumps to another bot are compared with its live version where the bots of the brand are known, and are a warning',
  what: 'The `node` of a `bot_link` is the id of no block of the bot that it jumps to, or of one that says `isTarget: false`.',
  why: 'The conversation ends at the jump with the error `node_unknown`. The block was deleted or got another id.',
  mend: 'Write the id of a block that is there, or remove `node` to begin at the greeting.',
  given: { says: 'The bot has the number 7.', context: { bot: { number: 7 } } },
  wrong: sketch(
    { jump: ['bot_link', { bot: 7, node: 'adress' }], address: ['var_text', { text: 'Where do you live?' }] },
    ['welcome.$success--address', 'address.$success--jump'],
  ),
  at: '/nodes/jump/params/node',
  right: [[['nodes', 'jump', 'params', 'node'], 'address']],
};

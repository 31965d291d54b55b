import { type RuleDoc, sketch } from '../rule-doc.ts';

export const linkedBotUnknownDoc: RuleDoc = {
  code: 'linked_bot_unknown',
  group: 'Channels, plans, bots and accounts',
  title: 'A block jumps to a bot that is not there',
  specs: ['RU46', 'RU49'],
  appliesTo:
    'bots whose brand is known: on the server, and with `linkedBots` of the library call. `botwright lint` does not know the bots of a brand',
  what: 'The `bot` of a `bot_link` is the number of no active bot of the brand.',
  why: 'The conversation ends at the jump. The other bot was deleted, or the file comes from another brand.',
  mend: 'Write the number of a bot that is there.',
  given: {
    says: 'The brand has one bot, with the number 7, which is published.',
    context: { linkedBots: new Map([[7, { published: true }]]) },
  },
  wrong: sketch({ jump: ['bot_link', { bot: 12 }] }),
  at: '/nodes/jump/params/bot',
  right: [[['nodes', 'jump', 'params', 'bot'], 7]],
};

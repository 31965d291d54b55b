import { type RuleDoc, sketch } from '../rule-doc.ts';

export const linkedBotUnpublishedDoc: RuleDoc = {
  code: 'linked_bot_unpublished',
  group: 'Channels, plans, bots and accounts',
  title: 'A block jumps to a bot that was never published',
  specs: ['RU47', 'RU49'],
  appliesTo:
    'bots whose brand is known: on the server, and with `linkedBots` of the library call. `botwright lint` does not know the bots of a brand',
  what: 'The `bot` of a `bot_link` is the number of an active bot, and that bot has no published version.',
  why: 'There is nothing to jump to before the other bot is published. It stops a test deployment; publication is allowed, because two bots may link to each other.',
  mend: 'Publish the other bot, or jump to one that is published.',
  given: {
    says: 'The brand has the bots 7, which is published, and 12, which is not.',
    context: {
      linkedBots: new Map([
        [7, { published: true }],
        [12, { published: false }],
      ]),
    },
  },
  wrong: sketch({ jump: ['bot_link', { bot: 12 }] }),
  at: '/nodes/jump/params/bot',
  right: [[['nodes', 'jump', 'params', 'bot'], 7]],
};

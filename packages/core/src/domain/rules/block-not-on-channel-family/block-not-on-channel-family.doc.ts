import { amend, type RuleDoc, sketch } from '../rule-doc.ts';

export const blockNotOnChannelFamilyDoc: RuleDoc = {
  code: 'block_not_on_channel_family',
  group: 'Channels, plans, bots and accounts',
  title: 'A block does not run on this channel',
  specs: ['RU50', 'BL18'],
  what: 'The block runs on some channel families, and that of the bot is not among them. Of the shipped blocks that is `code`, which runs on `native` alone.',
  why: 'On its channel the block cannot do its work, so the conversation stops there.',
  mend: 'Do it with another block, for instance a `webhook`; or check the bot as one of the right family, with `--family` or in its file.',
  given: {
    says: 'The bot is one of the family `apichat`, so its greeting is `bot_start`.',
    context: { channelFamily: 'apichat' },
  },
  wrong: amend(
    sketch(
      {
        bot_start: ['var_text', { text: 'What is your name?', destination: 'name' }],
        greet: ['code', { source: 'log(name)' }],
        bye: ['close', {}],
      },
      ['bot_start.$success--greet', 'greet.$success--bye', 'greet.$failed--bye'],
    ),
    [[['nodes', 'welcome']]],
  ),
  at: '/nodes/greet/template',
  right: [
    [
      ['nodes', 'greet'],
      { id: 'greet', template: 'webhook', params: { url: 'https://example.com/log', body: '@{name}' } },
    ],
  ],
};

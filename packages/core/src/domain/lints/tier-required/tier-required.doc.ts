import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const tierRequiredDoc: RuleDoc = {
  code: 'tier-required',
  group: 'Channels, plans, bots and accounts',
  title: 'A block needs a higher plan',
  specs: ['LI16', 'BL17'],
  appliesTo: 'bots whose plan is given: `--plan`, `plan` of the config file or of the library call',
  what: 'The block is not part of the plan that was given. `formulas` and `human_takeover` need `professional`; `ai_agent`, `conditions`, `webhook`, `code`, `spreadsheets`, `scheduler` and `switch` need `starter`.',
  why: 'A brand with this plan cannot use the bot as it is.',
  mend: 'Do without the block, or give the plan that the brand has.',
  given: { says: 'The plan is `starter`.', context: { plan: 'starter' } },
  wrong: sketch({ help: ['human', { text: 'One moment, @{name}.' }] }),
  at: '/nodes/help/template',
  right: [[['nodes', 'help', 'template'], 'close']],
};

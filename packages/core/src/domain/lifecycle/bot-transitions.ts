import type { BotCommandKind } from './bot-command.ts';
import type { BotStatus } from './bot-state.ts';

/** The next status, or the refusal, of one command for each status of a bot. Absent: `bot_not_found`. */
export interface BotTransition {
  /** The next status where there is no bot. */
  readonly absent?: BotStatus;
  /** The next status of an active bot, or the code of the refusal. */
  readonly active?: BotStatus | 'bot_is_not_in_the_trash';
  /** The next status of a bot in the trash. */
  readonly trashed?: BotStatus;
  /** Whether bots of an older builder allow it. */
  readonly takesOlderBots: boolean;
  /** Whether the channel family of the bot must be known. */
  readonly needsFamily: boolean;
}

const creation: BotTransition = { absent: 'active', takesOlderBots: true, needsFamily: false };
/** Most commands: an active bot of this builder stays active. */
const write: BotTransition = { active: 'active', takesOlderBots: false, needsFamily: false };
const familyWrite: BotTransition = { ...write, needsFamily: true };
const read: BotTransition = { active: 'active', trashed: 'trashed', takesOlderBots: true, needsFamily: true };

/**
 * The statuses after each command. `decide` reads this table first, and the guide draws a diagram from it.
 *
 * @spec BO21, BO25, BO26, BO28, BO29, BO30, BO31, BO32, BO33, DR35
 */
export const botTransitions: { readonly [TKind in BotCommandKind]: BotTransition } = {
  create: creation,
  import_older_bot: creation,
  read_bot: read,
  read_draft: read,
  rename: write,
  trash: { active: 'trashed', takesOlderBots: true, needsFamily: false },
  restore_bot: { active: 'active', trashed: 'active', takesOlderBots: true, needsFamily: false },
  destroy: { active: 'bot_is_not_in_the_trash', trashed: 'absent', takesOlderBots: false, needsFamily: false },
  duplicate: familyWrite,
  import_older_versions: write,
  write_feedback: write,
  write_scenarios: write,
  assign_to_channel: write,
  talk: { active: 'active', takesOlderBots: true, needsFamily: false },
  assign_to_customer: write,
  write_draft: familyWrite,
  discard_draft: familyWrite,
  deploy_test: familyWrite,
  finish_test_deployment: write,
  publish: familyWrite,
  restore_version: familyWrite,
  publish_restored: write,
  go_live: write,
  abandon_publication: { ...read, absent: 'absent', needsFamily: false },
  label_version: write,
  delete_version: write,
};

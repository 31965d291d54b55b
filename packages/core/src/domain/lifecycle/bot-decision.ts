import type { EpochMs } from '../time/epoch-ms.ts';
import type { PlannedBot } from './bot-command.ts';
import type { BotLifecycleState } from './bot-state.ts';

/** The error code of a refused command. */
export type BotRefusalCode =
  | 'block_not_found'
  | 'bot_is_not_in_the_trash'
  | 'bot_name_not_accepted'
  | 'bot_never_published'
  | 'bot_not_found'
  | 'channel_family_not_accepted'
  | 'channel_family_unreadable'
  | 'diagram_has_violations'
  | 'draft_changed'
  | 'draft_has_violations'
  | 'invalid_parameters'
  | 'restored_draft_has_violations'
  | 'unsupported_builder'
  | 'version_is_the_most_recent_publication'
  | 'version_name_not_accepted'
  | 'version_not_found'
  | 'version_of_an_unsupported_builder'
  | 'workspace_not_accepted'
  | 'workspace_required';

/** A channel that is created with a bot: `live` for visitors, `test` for the author. */
export interface PlannedChannel {
  /** `test`: the channel on which authors try the draft. */
  readonly purpose: 'live' | 'test';
  /** Its channel family. */
  readonly type: string;
}

/** Changes of the store, in the order of a decision. Changes outside the state, such as feedback, are not listed. */
export type BotEffect =
  /** Stores the bot, its channels and its first draft. */
  | { readonly kind: 'insert_bot'; readonly bot: PlannedBot; readonly channels: readonly PlannedChannel[] }
  /** Writes the given members of the bot. */
  | { readonly kind: 'update_bot'; readonly name?: string; readonly state?: 'active' | 'trashed' }
  /** Switches the channels of the bot's creation on or off. */
  | { readonly kind: 'switch_channels'; readonly active: boolean }
  /** Erases the bodies of deliveries to the bot's customers, and ends pending ones. */
  | { readonly kind: 'erase_deliveries' }
  | { readonly kind: 'destroy_bot' }
  /** Stores the next diagram, adds the present one to the history, and updates the moment of the bot's last edit. */
  | { readonly kind: 'replace_draft'; readonly revision: number }
  | { readonly kind: 'put_test_deployment'; readonly revision: number }
  /** Stores an invisible version, with an id greater than `after`. */
  | { readonly kind: 'reserve_version'; readonly after?: string; readonly restoredFrom?: string }
  /** Makes a reserved version visible and live; its time is now, or `notBefore` if it is later. */
  | { readonly kind: 'reveal_version'; readonly version: string; readonly notBefore?: EpochMs }
  | { readonly kind: 'drop_reservation'; readonly version: string }
  /** The publication starts again: with `publish`, or with `publish_restored` if a version was restored. */
  | { readonly kind: 'publish_again' }
  /** Stores versions of an older builder as the history; the last one is live. */
  | { readonly kind: 'insert_older_versions' }
  | { readonly kind: 'label_version'; readonly version: string; readonly label: string | undefined }
  | { readonly kind: 'delete_version'; readonly version: string };

export type BotEffectKind = BotEffect['kind'];

/** A command that the state of the bot does not allow. */
export interface BotRefusal {
  readonly kind: 'refused';
  /** The code that an `EngineError` of it has. */
  readonly code: BotRefusalCode;
  /** The state after `effects`; the given state if there are none. */
  readonly next: BotLifecycleState;
  /** Empty, except for a restored version with violations: its diagram stays in the draft. */
  readonly effects: readonly BotEffect[];
}

export interface BotAcceptance {
  readonly kind: 'accepted';
  /** The state after all effects. */
  readonly next: BotLifecycleState;
  /** Empty when the state does not change. */
  readonly effects: readonly BotEffect[];
}

/** The result of a command on a bot: the next state and its effects, or a refusal with its code. */
export type BotDecision = BotAcceptance | BotRefusal;

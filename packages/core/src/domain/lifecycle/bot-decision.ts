import type { EpochMs } from '../time/epoch-ms.ts';
import type { PlannedBot } from './bot-command.ts';
import type { BotLifecycleState } from './bot-state.ts';

/** Why a command is refused: one of the engine's error codes. */
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
  readonly purpose: 'live' | 'test';
  readonly type: string;
}

/** What changes in the store, in the order in which a decision lists it. What is beside the state, such as feedback, is not listed. */
export type BotEffect =
  /** Stores the bot, its channels and its first draft. */
  | { readonly kind: 'insert_bot'; readonly bot: PlannedBot; readonly channels: readonly PlannedChannel[] }
  /** Writes what is given of the bot. */
  | { readonly kind: 'update_bot'; readonly name?: string; readonly state?: 'active' | 'trashed' }
  /** Switches the channels that were created with the bot on or off. */
  | { readonly kind: 'switch_channels'; readonly active: boolean }
  /** Erases the bodies of deliveries to the bot's customers, and ends those that are pending. */
  | { readonly kind: 'erase_deliveries' }
  | { readonly kind: 'destroy_bot' }
  /** Stores the next diagram, keeps the present one in the history, and updates the moment of the bot's last edit. */
  | { readonly kind: 'replace_draft'; readonly revision: number }
  | { readonly kind: 'put_test_deployment'; readonly revision: number }
  /** Stores a version that is not visible yet, with an id greater than `after`. */
  | { readonly kind: 'reserve_version'; readonly after?: string; readonly restoredFrom?: string }
  /** Shows a reserved version to everybody and makes it live; published now, or at `notBefore` if that is later. */
  | { readonly kind: 'reveal_version'; readonly version: string; readonly notBefore?: EpochMs }
  | { readonly kind: 'drop_reservation'; readonly version: string }
  /** The publication starts again: with `publish`, or with `publish_restored` if a version was restored. */
  | { readonly kind: 'publish_again' }
  /** Stores versions of an older builder as the history; the last of them is live. */
  | { readonly kind: 'insert_older_versions' }
  | { readonly kind: 'label_version'; readonly version: string; readonly label: string | undefined }
  | { readonly kind: 'delete_version'; readonly version: string };

export type BotEffectKind = BotEffect['kind'];

export interface BotRefusal {
  readonly kind: 'refused';
  readonly code: BotRefusalCode;
  readonly next: BotLifecycleState;
  /** Empty, except when a restored version has violations: its diagram stays in the draft. */
  readonly effects: readonly BotEffect[];
}

export interface BotAcceptance {
  readonly kind: 'accepted';
  /** The state once all effects are carried out. */
  readonly next: BotLifecycleState;
  /** Empty when nothing of the state changes. */
  readonly effects: readonly BotEffect[];
}

export type BotDecision = BotAcceptance | BotRefusal;

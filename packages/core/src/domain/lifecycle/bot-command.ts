import type { BotState, Builder } from '../bot.ts';
import type { CheckResult } from '../rules/violation.ts';
import type { VersionState } from './bot-state.ts';

/** Numbers of violations of a diagram. Absent in a command: the diagram is not checked yet. */
export type CheckCounts = Pick<CheckResult, 'total' | 'errors'>;

interface AtRevision {
  /** The draft must be at this revision, or at one of these. */
  readonly ifRevision?: number | readonly number[] | undefined;
}

/** All commands on a bot, its draft and its versions: commands of people, and their later steps. */
export type BotCommand =
  | { readonly kind: 'read_bot' }
  | { readonly kind: 'read_draft' }
  /** Makes a bot. A diagram must break no rule; its test channel is made ready before the bot is stored. */
  | {
      readonly kind: 'create';
      readonly name: string;
      readonly channelFamily: string;
      readonly workspace?: number;
      readonly diagram?: { readonly check?: CheckCounts };
    }
  /** Imports a bot of an older builder. */
  | {
      readonly kind: 'import_older_bot';
      readonly name: string;
      readonly channelFamily: string;
      readonly workspace?: number;
    }
  | { readonly kind: 'import_older_versions' }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'trash' }
  /** Takes a bot out of the trash; with a name renames it, too. A refused name refuses the command. */
  | { readonly kind: 'restore_bot'; readonly name?: string }
  | { readonly kind: 'destroy' }
  /** The copy keeps the feedback configuration. */
  | { readonly kind: 'duplicate'; readonly name?: string; readonly workspace?: number; readonly check?: CheckCounts }
  | { readonly kind: 'write_feedback' }
  /** Replaces the tests of the bot. */
  | { readonly kind: 'write_scenarios' }
  /** Assigns the bot to a channel: it then talks to new customers. */
  | { readonly kind: 'assign_to_channel' }
  /** Sends a visitor's message to the bot, or begins a conversation. */
  | { readonly kind: 'talk' }
  /** Gives a customer to the bot. */
  | { readonly kind: 'assign_to_customer' }
  /** Any edit. `block`: whether the draft contains the edited or deleted block. */
  | ({
      readonly kind: 'write_draft';
      readonly block?: 'present' | 'absent';
      readonly check?: CheckCounts;
    } & AtRevision)
  /** Copies the live diagram into the draft. */
  | ({ readonly kind: 'discard_draft'; readonly check?: CheckCounts } & AtRevision)
  /** Asks to make the test channel ready for the draft. */
  | ({ readonly kind: 'deploy_test'; readonly check?: CheckCounts } & AtRevision)
  /** The test channel was made ready for the draft of this revision. */
  | ({ readonly kind: 'finish_test_deployment'; readonly revision: number } & AtRevision)
  /** Reserves a version, before its channels are made ready. */
  | ({ readonly kind: 'publish'; readonly check?: CheckCounts } & AtRevision)
  /** `version`: `undefined` if the version is unknown. */
  | ({
      readonly kind: 'restore_version';
      readonly version: VersionState | undefined;
      readonly check?: CheckCounts;
    } & AtRevision)
  /** Another publication came first: publishes the restored diagram after it. */
  | { readonly kind: 'publish_restored'; readonly version: VersionState; readonly check?: CheckCounts }
  /** The channels were made ready for this version. */
  | ({ readonly kind: 'go_live'; readonly version: VersionState } & AtRevision)
  /** The channels could not be made ready for this version, or it could not go live. */
  | { readonly kind: 'abandon_publication'; readonly version: VersionState }
  /** `label`: `undefined` removes it. */
  | {
      readonly kind: 'label_version';
      readonly version: VersionState | undefined;
      readonly label: string | undefined;
    }
  | { readonly kind: 'delete_version'; readonly version: VersionState | undefined };

export type BotCommandKind = BotCommand['kind'];

/** One command, by its kind. */
export type BotCommandOf<TKind extends BotCommandKind> = Extract<BotCommand, { readonly kind: TKind }>;

/** Facts about the caller and the engine. A missing fact is unknown, and causes no refusal. */
export interface BotLifecycleContext {
  /** The workspaces of the caller. */
  readonly workspaces?: readonly number[];
  /** The channel families of the engine. */
  readonly channelFamilies?: ReadonlySet<string>;
}

/** A bot to create. */
export interface PlannedBot {
  /** Its first state. */
  readonly state: BotState;
  /** For people. */
  readonly name: string;
  /** Number of the workspace. */
  readonly workspace: number;
  /** The family of channels that the bot serves. */
  readonly channelFamily: string;
  /** The builder that reads its diagrams. */
  readonly builder: Builder;
}

import type { Bot } from '../../domain/bot.ts';
import type { StoredDiagram } from '../../domain/draft.ts';
import type { BotCreation, BotDuplication, BotListRequest, OlderBot, OlderVersion } from '../../domain/inputs/bots.ts';
import type { Page } from '../../domain/paging/page.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { Version, VersionSummary } from '../../domain/version.ts';
import type { PermissionsOf } from '../caller.ts';
import type { DiagramOwnership } from '../drafts/diagram-input.ts';

export interface TestDeployment extends StoredDiagram {
  /** By which a `ChannelDeployer` prepared it; another one for each deployment. */
  readonly id: string;
  /** The revision of the draft that was deployed. */
  readonly revision: number;
  /** When test conversations began to use it. */
  readonly deployedAt: EpochMs;
}

/** @throws {EngineError} `bot_not_found` on every method that takes a bot which the caller cannot see. */
export interface Bots {
  /** Makes a bot with its first draft, its test channel and, for some families, its channel. */
  create(request: BotCreation, options?: DiagramOwnership): Promise<Bot>;
  /** Without bots in the trash, unless `state` is `trashed`; last published first. */
  list(request?: BotListRequest): Promise<Page<Bot>>;
  /** Also finds a bot in the trash. */
  get(botId: string): Promise<Bot>;
  /** Renames, restores from the trash, or both. */
  update(botId: string, change: { readonly name?: string; readonly state?: 'active' }): Promise<Bot>;
  /** Moves the bot to the trash, where it answers nobody. `update` with `state: 'active'` brings it back whole. */
  trash(botId: string): Promise<void>;
  /** Deletes the bot and its versions permanently; only from the trash. */
  destroy(botId: string): Promise<void>;
  /** Makes a new bot with a copy of the draft; it is not published. */
  duplicate(request: BotDuplication): Promise<Bot>;
  /** Makes a bot of the builder `older` with its versions, unchanged and unchecked; the newest one is live. */
  importOlder(bot: OlderBot): Promise<Bot>;
  /** Stores versions of an older builder in the history of a bot that was never published. */
  importOlderVersions(botId: string, versions: readonly OlderVersion[]): Promise<readonly VersionSummary[]>;
  /** The live version. `undefined`: never published, or in the trash. */
  live(botId: string): Promise<Version | undefined>;
  /** The diagram on the test channel; at first only the start point. `undefined`: the bot is in the trash. */
  testDeployment(botId: string): Promise<TestDeployment | undefined>;
  /** The file of scenarios that belongs to the bot. Revision 0: it has none. */
  scenarios(botId: string): Promise<{ readonly text: string; readonly revision: number }>;
  /**
   * Replaces the scenarios of the bot: a text of at most 1 MiB, which the engine does not read.
   *
   * @param ifRevision - Writes only at this revision; otherwise fails with `draft_changed`.
   */
  saveScenarios(botId: string, text: string, ifRevision: number): Promise<{ readonly revision: number }>;
}

export const botPermissions: PermissionsOf<Bots> = {
  create: 'edit_bots',
  list: 'view_bots',
  get: 'view_bots',
  update: 'edit_bots',
  trash: 'edit_bots',
  destroy: 'edit_bots',
  duplicate: 'edit_bots',
  importOlder: 'edit_bots',
  importOlderVersions: 'edit_bots',
  live: 'view_bots',
  testDeployment: 'view_bots',
  scenarios: 'view_bots',
  saveScenarios: 'edit_bots',
};

import type { PlanTier } from './blocks/block-definition.ts';
import type { JsonValue } from './json/json-value.ts';
import type { Principal } from './principal.ts';
import { acceptName } from './text.ts';
import type { EpochMs } from './time/epoch-ms.ts';

export type BotState = 'active' | 'trashed';

/**
 * Bots and versions of an `older` builder predate this product. They can be read, and such a bot can be trashed and
 * restored; every other write is refused.
 */
export type Builder = 'current' | 'older';

/** A bot as its authors see it, without its diagrams. */
export interface Bot {
  /** UUID in lower case. */
  readonly id: string;
  /** Unique in a store, across brands. `bot_link` blocks contain it. */
  readonly number: number;
  /** 1 to 50 Unicode code points, trimmed; several bots may have the same. */
  readonly name: string;
  /** Id of the workspace; only callers with this workspace see the bot. */
  readonly workspace: number;
  /** `native`, `msgapp`, `facebook`, `apichat` or a family of the host; set at the creation. */
  readonly channelFamily: string;
  /** A bot in the trash answers nobody, and can only be read, restored or deleted. */
  readonly state: BotState;
  /** `older`: a program before this one made it, so that most writes are refused. */
  readonly builder: Builder;
  /** Ids of the channels on which visitors reach the bot. */
  readonly channels: readonly string[];
  /** Id of the channel on which authors try drafts. */
  readonly testChannel: string;
  /** Never changes. */
  readonly createdAt: EpochMs;
  /** Changes with every draft write. */
  readonly editedAt: EpochMs;
  /** When the live version was published; absent before the first publication. */
  readonly publishedAt?: EpochMs;
  /** When it went into the trash; absent for an active bot. */
  readonly trashedAt?: EpochMs;
  /** The highest tier among the blocks of the live version; recorded, never enforced on writes. */
  readonly requiredTier?: PlanTier;
}

/** The types of these members in a store. */
export const botFields = {
  id: 'text',
  number: 'integer',
  name: 'text',
  workspace: 'integer',
  channelFamily: 'text',
  state: 'text',
  builder: 'text',
  channels: 'json',
  testChannel: 'text',
  createdAt: 'integer',
  editedAt: 'integer',
  publishedAt: 'integer?',
  trashedAt: 'integer?',
  requiredTier: 'text?',
} as const;

/** In Unicode code points, after trimming. */
export const maxBotNameLength = 50;
const copyMark = ' (copy)';

/**
 * @returns The stored form of the name; `undefined` if it is not accepted.
 * @spec BO10
 */
export function acceptBotName(text: string): string | undefined {
  return acceptName(text, maxBotNameLength);
}

/**
 * Returns the name, marked as a copy. Cuts the end of a long name so that the mark fits.
 *
 * @spec BO37
 */
export function nameOfCopy(name: string): string {
  const room = maxBotNameLength - copyMark.length;
  return `${[...name].slice(0, room).join('').trimEnd()}${copyMark}`;
}

/**
 * Whether the caller may know that the bot exists.
 *
 * @spec PE4
 */
export function canSeeBot(principal: Principal, bot: Pick<Bot, 'workspace'>): boolean {
  return principal.workspaces.includes(bot.workspace);
}

/**
 * Decides the workspace of a new bot.
 *
 * @param workspaces - The workspaces of the caller.
 * @returns The workspace, or the code of the refusal.
 * @spec BO13, BO14
 */
export function decideWorkspace(
  wanted: number | undefined,
  workspaces: readonly number[],
): number | 'workspace_required' | 'workspace_not_accepted' {
  if (wanted !== undefined) return workspaces.includes(wanted) ? wanted : 'workspace_not_accepted';
  const [only, ...others] = workspaces;
  return only === undefined || others.length > 0 ? 'workspace_required' : only;
}

/** The bot number in the param of a bot reference; `undefined` for any other value. */
export function botNumberOf(value: JsonValue): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

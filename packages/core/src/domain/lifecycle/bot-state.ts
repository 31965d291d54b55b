import type { Bot } from '../bot.ts';
import type { Draft, SaveState } from '../draft.ts';
import type { VersionSummary } from '../version.ts';

/** The part of a version for decisions. The id is a UUID v7: later versions have greater ids. */
export type VersionState = Pick<VersionSummary, 'id'> & Partial<Pick<VersionSummary, 'builder'>>;

/**
 * The part of a bot, its draft and its versions for decisions. Records of the engine fit.
 *
 * A missing part is unknown, and refuses no command. So a decision can be made early with a few facts, and again with
 * all.
 */
export interface BotLifecycleState {
  /** Absent: the bot does not exist, or is invisible to the caller. */
  readonly bot?: Pick<Bot, 'state'> &
    Partial<Pick<Bot, 'name' | 'workspace' | 'channelFamily' | 'builder' | 'publishedAt'>>;
  /** Absent: not loaded, so that it refuses no command. */
  readonly draft?: Pick<Draft, 'revision'> & Partial<Pick<Draft, 'violationsTotal'>>;
  /** The live version; `none`: the bot was never published. */
  readonly live?: VersionState | 'none';
  /** The draft revision on the test channel. */
  readonly test?: Pick<Draft, 'revision'>;
}

/** A bot that never existed, or was destroyed, is `absent`. */
export type BotStatus = 'absent' | Bot['state'];

export function statusOf({ bot }: BotLifecycleState): BotStatus {
  return bot?.state ?? 'absent';
}

/** The revision of an unedited draft. */
export const firstRevision = 1;

/** @spec DR4 */
export function saveStateOf({ violationsTotal }: Pick<Draft, 'violationsTotal'>): SaveState {
  return violationsTotal === 0 ? 'IS_PRESAVED' : 'IS_NOT_VALID';
}

/** A bot in the trash still has its live version and its test deployment, but serves nobody. @spec BO27 */
export function isServing({ state }: Pick<Bot, 'state'>): boolean {
  return state === 'active';
}

/**
 * Whether a write that names revisions may proceed.
 *
 * @param wanted - The draft may be at any of these. Default: any revision.
 * @spec DR15
 */
export function isAtRevision(
  draft: Pick<Draft, 'revision'> | undefined,
  wanted: number | readonly number[] | undefined,
): boolean {
  return draft === undefined || wanted === undefined || [wanted].flat().includes(draft.revision);
}

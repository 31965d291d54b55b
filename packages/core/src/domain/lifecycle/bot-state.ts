import type { Bot } from '../bot.ts';
import type { Draft, SaveState } from '../draft.ts';
import type { VersionSummary } from '../version.ts';

/**
 * The members of a version that decisions need. The id is a UUID v7: of two versions the later one has the greater id.
 */
export type VersionState = Pick<VersionSummary, 'id'> & Partial<Pick<VersionSummary, 'builder'>>;

/**
 * The members of a bot, its draft and its versions that decisions need. The records that the engine returns can be used
 * as they are.
 *
 * A part that is left out is unknown, and no command is refused because of what is unknown. So a decision can be made
 * early with a few facts, and again with all of them.
 */
export interface BotLifecycleState {
  /** Left out: the bot does not exist, or the caller may not see it. */
  readonly bot?: Pick<Bot, 'state'> &
    Partial<Pick<Bot, 'name' | 'workspace' | 'channelFamily' | 'builder' | 'publishedAt'>>;
  readonly draft?: Pick<Draft, 'revision'> & Partial<Pick<Draft, 'violationsTotal'>>;
  /** The live version; `none`: the bot was never published. */
  readonly live?: VersionState | 'none';
  /** The draft revision on the test channel. */
  readonly test?: Pick<Draft, 'revision'>;
}

/** A bot that was never made, or was destroyed, is `absent`. */
export type BotStatus = 'absent' | Bot['state'];

export function statusOf({ bot }: BotLifecycleState): BotStatus {
  return bot?.state ?? 'absent';
}

/** The revision of a draft that nobody has edited. */
export const firstRevision = 1;

/** @spec DR4 */
export function saveStateOf({ violationsTotal }: Pick<Draft, 'violationsTotal'>): SaveState {
  return violationsTotal === 0 ? 'IS_PRESAVED' : 'IS_NOT_VALID';
}

/** A bot in the trash keeps its live version and its test deployment, but serves nobody. @spec BO27 */
export function isServing({ state }: Pick<Bot, 'state'>): boolean {
  return state === 'active';
}

/**
 * Whether a write that names revisions may proceed.
 *
 * @param wanted - The draft may be at any of these; left out: at any revision.
 * @spec DR15
 */
export function isAtRevision(
  draft: Pick<Draft, 'revision'> | undefined,
  wanted: number | readonly number[] | undefined,
): boolean {
  return draft === undefined || wanted === undefined || [wanted].flat().includes(draft.revision);
}

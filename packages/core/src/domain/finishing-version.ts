import type { EpochMs } from './time/epoch-ms.ts';

/** An earlier version of a bot on which conversations finish. */
export interface FinishingVersion {
  /** Id of the version. */
  readonly version: string;
  /** From this moment on its conversations continue on the live version. */
  readonly until: EpochMs;
}

/** The policy of a publication for the conversations under way. */
export interface PublicationPolicy {
  /** `move`, the default: they continue on the new version. `finish`: they finish on theirs. */
  readonly policy?: 'move' | 'finish' | undefined;
  /** Only with `finish`: the most days, 1 to 30. Default 7. */
  readonly days?: number | undefined;
}

/** Days for `finish`. */
export const finishingDays = { most: 30, byDefault: 7 } as const;

const msPerDay = 24 * 60 * 60 * 1_000;

/** The earlier versions that a bot keeps: its record has them, and each step reads it. */
const mostFinishing = 20;

/**
 * The versions on which conversations finish after a publication, oldest first.
 *
 * @param bot - Before the publication.
 * @spec VE36, VE37
 */
export function finishingAfter(
  { finishing = [], liveVersion }: { readonly finishing?: readonly FinishingVersion[]; readonly liveVersion?: string },
  { finishDays, publishedAt }: { readonly finishDays?: number | undefined; readonly publishedAt: EpochMs },
): readonly FinishingVersion[] | undefined {
  if (finishDays === undefined || liveVersion === undefined) return undefined;
  const kept = finishing.filter(({ until }) => publishedAt < until);
  return [...kept, { version: liveVersion, until: publishedAt + finishDays * msPerDay }].slice(-mostFinishing);
}

/**
 * Finds the earlier version on which a conversation continues: ids sort by the order of publication.
 *
 * @param version - Id of the version of its last step; `undefined`: stored by a release without it.
 * @returns `undefined`: the live version.
 * @spec VE36, VE38
 */
export function versionToFinish(
  finishing: readonly FinishingVersion[] | undefined,
  version: string | undefined,
  now: EpochMs,
): string | undefined {
  const found = finishing?.find((each) => version === undefined || each.version >= version);
  return found !== undefined && now < found.until ? found.version : undefined;
}

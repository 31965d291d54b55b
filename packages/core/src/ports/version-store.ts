import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { ChannelSnapshot } from '../domain/channel.ts';
import type { Page, PageRange } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { VersionSummary } from '../domain/version.ts';

export interface VersionRecord extends VersionSummary {
  readonly botId: string;
  readonly diagramJson: string;
  readonly channel?: ChannelSnapshot;
  readonly requiredTier?: PlanTier;
}

/** Returns only versions that were revealed, never reservations. @spec ST33 */
export interface VersionReader {
  /** Newest first, which is by descending `id`. @spec ST37 */
  list(botId: string, range: PageRange): Promise<Page<VersionSummary>>;
  find(botId: string, versionId: string): Promise<VersionRecord | undefined>;
  latest(botId: string): Promise<VersionRecord | undefined>;
}

export interface VersionStore extends VersionReader {
  /**
   * Stores a version that readers do not see until it is revealed. Rejects when the bot has the id.
   *
   * @spec ST33, ST40
   */
  reserve(version: VersionRecord, reservedAt: EpochMs): Promise<void>;
  /**
   * Makes a reserved version visible, published at `publishedAt`.
   *
   * Race rule: a reservation is revealed once. `'gone'`: it was dropped, swept or revealed before.
   *
   * @spec ST34
   */
  reveal(botId: string, versionId: string, publishedAt: EpochMs): Promise<'revealed' | 'gone'>;
  /** Removes a reservation; a revealed version stays. @spec ST36 */
  dropReservation(botId: string, versionId: string): Promise<void>;
  /** `undefined` removes the label. @spec ST38 */
  label(botId: string, versionId: string, name: string | undefined): Promise<'labelled' | 'absent'>;
  /** Removes a revealed version. @spec ST39 */
  delete(botId: string, versionId: string): Promise<'deleted' | 'absent'>;
}

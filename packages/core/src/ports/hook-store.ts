import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { OffsetRange } from './channel-store.ts';

export interface HookRecord {
  /** Unique in the installation. */
  readonly number: number;
  readonly channelNumber: number;
  readonly name: string;
  readonly sealedUrl: string;
  /** Scheme and host of the URL: all that logs and delivery records show. */
  readonly origin: string;
  readonly sealedToken: string;
  readonly active: boolean;
  /** Went off because the plan lost message hooks, and comes on again with them. */
  readonly disabledByPlan: boolean;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface HookReader {
  /** @spec ST75 */
  find(number: number): Promise<HookRecord | undefined>;
  /** By ascending number. @spec ST75 */
  listByChannel(channelNumber: number, range: OffsetRange): Promise<Slice<HookRecord>>;
  /** Those that are on, by ascending number. @spec ST75 */
  listActive(channelNumber: number): Promise<readonly HookRecord[]>;
  /** Every hook of the brand, by ascending number. @spec ST75 */
  listAll(): Promise<readonly HookRecord[]>;
}

export type HookChange = Partial<
  Pick<HookRecord, 'name' | 'sealedUrl' | 'origin' | 'sealedToken' | 'active' | 'disabledByPlan' | 'updatedAt'>
>;

export interface HookStore extends HookReader {
  /**
   * Race rule: every number is given once in the installation, also when transactions roll back. A fault on a channel
   * that the brand does not have.
   *
   * @spec ST55, ST69
   */
  insert(hook: Omit<HookRecord, 'number'>): Promise<HookRecord>;
  /** `'absent'` when there is no such hook, and nothing is written. @spec ST76 */
  update(number: number, change: HookChange): Promise<'updated' | 'absent'>;
  /** @spec ST76 */
  delete(number: number): Promise<'deleted' | 'absent'>;
}

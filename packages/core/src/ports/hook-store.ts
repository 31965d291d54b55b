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
  find(number: number): Promise<HookRecord | undefined>;
  /** By ascending number. */
  listByChannel(channelNumber: number, range: OffsetRange): Promise<Slice<HookRecord>>;
  /** Those that are on, by ascending number. */
  listActive(channelNumber: number): Promise<readonly HookRecord[]>;
  /** Every hook of the brand, by ascending number. */
  listAll(): Promise<readonly HookRecord[]>;
}

export type HookChange = Partial<
  Pick<HookRecord, 'name' | 'sealedUrl' | 'origin' | 'sealedToken' | 'active' | 'disabledByPlan' | 'updatedAt'>
>;

export interface HookStore extends HookReader {
  /** Race rule: every number is given once in the installation, also when transactions roll back. */
  insert(hook: Omit<HookRecord, 'number'>): Promise<HookRecord>;
  /** `'absent'` when there is no such hook, and nothing is written. */
  update(number: number, change: HookChange): Promise<'updated' | 'absent'>;
  delete(number: number): Promise<'deleted' | 'absent'>;
}

import type { OffsetRange } from '../domain/paging/offset.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface HookRecord {
  /** Unique in a store, across brands. */
  readonly number: number;
  readonly channelNumber: number;
  readonly name: string;
  readonly encryptedUrl: string;
  /** Scheme and host of the URL: all that logs and delivery records show. */
  readonly origin: string;
  readonly encryptedToken: string;
  readonly active: boolean;
  /** Switched off because the plan no longer has message hooks; switched on again when it has them. */
  readonly disabledByPlan: boolean;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** Every given filter must match. Without `limit` the list is complete. */
export interface HookListQuery extends Partial<OffsetRange> {
  readonly channelNumber?: number;
  readonly active?: boolean;
}

export interface HookReader {
  /** @spec ST75 */
  find(number: number): Promise<HookRecord | undefined>;
  /** Hooks of the brand by ascending number. @spec ST56, ST75 */
  list(query?: HookListQuery): Promise<Slice<HookRecord>>;
}

export type HookChange = Partial<
  Pick<HookRecord, 'name' | 'encryptedUrl' | 'origin' | 'encryptedToken' | 'active' | 'disabledByPlan' | 'updatedAt'>
>;

export interface HookStore extends HookReader {
  /**
   * Race rule: no number is given twice in a store, even after a rollback. Rejects when the brand does not have the
   * channel. The engine takes care that a given number comes from `nextNumber`. Default: the next number.
   *
   * @spec ST55, ST69
   */
  insert(hook: Omit<HookRecord, 'number'> & { readonly number?: number }): Promise<HookRecord>;
  /** A number that no hook of the store has had, and that is not given again, even after a rollback. @spec ST55 */
  nextNumber(): Promise<number>;
  /** An empty change writes nothing, but locks the hook until this transaction ends. @spec ST76 */
  update(number: number, change: HookChange): Promise<'updated' | 'absent'>;
  /** @spec ST76 */
  delete(number: number): Promise<'deleted' | 'absent'>;
}

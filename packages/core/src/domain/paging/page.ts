export interface PageRequest {
  /** 1-based. A page past the end is empty, not an error. Default 1. @spec PA3 */
  readonly page?: number;
  /** 1 to 100, default 20. Outside the range is refused, never clamped. */
  readonly pageSize?: number;
}

export interface PageRange {
  readonly page: number;
  readonly pageSize: number;
}

/** A part of a list. */
export interface Slice<T> {
  readonly items: readonly T[];
  /** How many match in all, whatever the part. @spec PA4 */
  readonly total: number;
}

export interface Page<T> extends Slice<T> {
  readonly page: number;
  readonly pageSize: number;
}

/** The bodies that one claim of deliveries returns, within a bound of bytes. */
export interface BodyBudget<TBody> {
  /**
   * Adds a body, and counts it once even if several deliveries share it. @returns Whether it fits. After the first that
   * does not, the claim takes no more.
   */
  take(body: TBody, bytes: number): boolean;
  isExceeded(): boolean;
  /** The bodies that were taken. */
  bodies(): readonly TBody[];
}

/**
 * Bounds what one claim of deliveries reads and returns; for messages that share a body it counts once.
 *
 * @param most - Bytes. The first body is taken whatever its size.
 * @spec DQ22
 */
export function createBodyBudget<TBody>(most: number): BodyBudget<TBody> {
  const taken = new Set<TBody>();
  let left = most;
  let isExceeded = false;
  return {
    take(body, bytes) {
      if (taken.has(body)) return true;
      isExceeded = taken.size > 0 && bytes > left;
      if (isExceeded) return false;
      taken.add(body);
      left -= bytes;
      return true;
    },
    isExceeded: () => isExceeded,
    bodies: () => [...taken],
  };
}

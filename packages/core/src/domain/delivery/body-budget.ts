/** The bodies of one claim of deliveries, within a bound of bytes. */
export interface BodyBudget<TBody> {
  /**
   * Adds a body, and counts it once even if several deliveries share it. @returns Whether it fits. After the first that
   * does not fit, the claim ends.
   */
  take(body: TBody, bytes: number): boolean;
  /** Whether the last body that was offered did not fit. */
  isExceeded(): boolean;
  /** The accepted bodies. */
  bodies(): readonly TBody[];
}

/**
 * Bounds the bodies of one claim of deliveries; counts a shared body once.
 *
 * @param most - Bytes. The first body always fits.
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

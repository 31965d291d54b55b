/** What one diagram may hold and how much of a draft's past is kept. */
export interface EngineLimits {
  /** Default 20,000. */
  readonly maxNodes: number;
  /** Default 60,000. */
  readonly maxConnections: number;
  /** Past states kept of one draft; default 100. */
  readonly maxRevisions: number;
  /** UTF-8 bytes of past states kept of one draft; default 50 MiB. */
  readonly maxRevisionBytes: number;
}

const defaultLimits = {
  maxNodes: 20_000,
  maxConnections: 60_000,
  maxRevisions: 100,
  maxRevisionBytes: 50 * 1_024 * 1_024,
};

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} when a bound is no integer from 0: an unknown bound would be no bound.
 */
export function resolveLimits(given: Partial<EngineLimits> = {}): EngineLimits {
  const limits: Record<keyof EngineLimits, number> = { ...defaultLimits };
  for (const name of Object.keys(defaultLimits) as (keyof EngineLimits)[]) {
    const value = given[name] ?? defaultLimits[name];
    if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`The limit ${name} is an integer from 0.`);
    limits[name] = value;
  }
  return limits;
}

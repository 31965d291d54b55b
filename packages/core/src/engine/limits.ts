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

export const defaultLimits: EngineLimits = {
  maxNodes: 20_000,
  maxConnections: 60_000,
  maxRevisions: 100,
  maxRevisionBytes: 50 * 1_024 * 1_024,
};

/** Milliseconds since 1970-01-01T00:00:00Z. Never seconds, never local time. */
export type EpochMs = number;

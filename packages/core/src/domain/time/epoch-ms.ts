/**
 * Milliseconds since 1970-01-01T00:00:00Z. Never seconds, never local time. Whole, but for moments of messages, which
 * may have thousandths: see `microsOf`.
 */
export type EpochMs = number;

/** How a transport answers an attempt. */
export type TransportResult =
  | { readonly kind: 'delivered' }
  /** The platform is busy or away. Default: retried after the gap of the attempt. */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** The platform will never take the message. The log of the delivery shows the reason: it must contain no secret. */
  | { readonly kind: 'refused'; readonly reason: string };

/** How an attempt of a transport ended. */
export type TransportOutcome =
  | TransportResult
  /** The transport rejected, or returned something else than a result. */
  | { readonly kind: 'thrown' };

/** The most milliseconds that a transport can ask for: a day. */
const maxLaterMs = 24 * 60 * 60 * 1_000;

/** In Unicode code points. */
const maxReasonLength = 255;

/** @returns The result within its bounds; `undefined` when the value is none. @spec TP5, TP6, TP7 */
export function readTransportResult(value: unknown): TransportResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, afterMs, reason } = value as { readonly kind?: unknown; afterMs?: unknown; reason?: unknown };
  if (kind === 'delivered') return { kind };
  if (kind === 'refused' && typeof reason === 'string') {
    return { kind, reason: [...reason.slice(0, 2 * maxReasonLength)].slice(0, maxReasonLength).join('') };
  }
  if (kind !== 'later') return undefined;
  if (afterMs === undefined) return { kind };
  const isTime = typeof afterMs === 'number' && afterMs >= 0;
  return isTime ? { kind, afterMs: Math.ceil(Math.min(afterMs, maxLaterMs)) } : undefined;
}

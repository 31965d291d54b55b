import { channelFamilies } from '../../domain/channel.ts';
import type { DeliveryOrder } from '../../domain/delivery/delivery-order.ts';
import { readTransportResult, type TransportOutcome } from '../../domain/delivery/transport-outcome.ts';
import { decodeTransportPayload } from '../../domain/message/payloads.ts';
import type { Timer } from '../../ports/clock.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import type { Transport } from '../../ports/transport.ts';
import { noLongerNeeded } from '../lease-worker.ts';

/** The transports of an engine, by channel family. */
export type Transports = ReadonlyMap<string, Transport>;

/** Families whose messages leave in another way: the web chat reads them, or the webhook of the channel gets them. */
const otherWays: ReadonlySet<string> = new Set(['native', 'apichat']);

/**
 * @returns The transports, and their families that the engine does not have yet.
 * @throws {TypeError} When a family cannot have a transport, or a transport has no `deliver`.
 * @spec TP2
 */
export function readTransports(
  given: Readonly<Record<string, Transport>>,
  declared: readonly { readonly name: string }[],
): { readonly transports: Transports; readonly families: readonly { readonly name: string }[] } {
  const transports = new Map(Object.entries(given));
  for (const [family, transport] of transports) {
    if (otherWays.has(family)) throw new TypeError(`Channels of the family ${family} cannot have a transport.`);
    if (typeof transport?.deliver !== 'function') {
      throw new TypeError(`The transport of ${JSON.stringify(family)} needs a function "deliver".`);
    }
  }
  const known = new Set<string>([...channelFamilies, ...declared.map(({ name }) => name)]);
  return { transports, families: [...transports.keys()].filter((name) => !known.has(name)).map((name) => ({ name })) };
}

const originPrefix = 'transport:';

/** Where the messages of a channel go by its transport; `undefined` when the engine has no transport for the family. @spec TP4 */
export function transportAddress(
  transports: Transports,
  { type }: { readonly type: string },
): { readonly origin: string; readonly order?: DeliveryOrder } | undefined {
  return transports.has(type) ? { origin: originPrefix + type } : undefined;
}

/** The family of a delivery by a transport. @spec TP4, TP9 */
export function transportOfOrigin(origin: string): string | undefined {
  return origin.startsWith(originPrefix) ? origin.slice(originPrefix.length) : undefined;
}

export interface TransportAttempt {
  readonly delivery: ClaimedDelivery;
  readonly attempt: number;
  readonly timeoutMs: number;
  /** Aborted when the worker stops. */
  readonly abandoning: AbortSignal;
  /** Called when the transport fails. */
  readonly onThrown: (error: unknown) => void;
}

/** Makes an attempt with a transport. @spec TP3, TP5, TP6, TP7, TP8 */
export async function attemptByTransport(
  transport: Transport,
  timer: Timer,
  { delivery, attempt, timeoutMs, abandoning, onThrown }: TransportAttempt,
): Promise<TransportOutcome | { readonly kind: 'failed'; readonly reason: 'timeout' }> {
  const { brand, body } = delivery;
  const payload = decodeTransportPayload(body);
  const ended = new AbortController();
  const isOver = new AbortController();
  const late = timer.sleep(timeoutMs, isOver.signal).then(() => ({ kind: 'failed', reason: 'timeout' }) as const);
  const signal = AbortSignal.any([ended.signal, abandoning]);
  const call = async (): Promise<TransportOutcome> => {
    const answer: unknown = await transport.deliver({ ...payload, brand, attempt, signal });
    const result = readTransportResult(answer);
    if (result === undefined) throw new TypeError('The transport returned no result.');
    return result;
  };
  const answered = call().catch((error: unknown): TransportOutcome => {
    if (!signal.aborted) onThrown(error);
    return { kind: 'thrown' };
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    ended.abort(new Error('The attempt has ended.'));
    isOver.abort(noLongerNeeded);
  }
}

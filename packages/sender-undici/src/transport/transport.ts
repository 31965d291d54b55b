import type { Socket } from 'node:net';
import { type Bound, createBounds } from '../connection/bounds.ts';
import { openConnection } from '../connection/open-connection.ts';
import { secureContext } from '../connection/open-tls.ts';
import { failed, type Opening } from '../connection/opening.ts';
import { type ProxyOptions, parseProxy } from '../connection/tunnel.ts';
import { addressPolicy, type GuardOptions } from '../guard/address-policy.ts';
import { type CheckedTarget, checkTarget, type Target } from '../guard/check-target.ts';
import { createLookUps, type LookUpOptions } from '../look-up/look-ups.ts';
import type { Resolver } from '../look-up/resolver.ts';
import { systemResolver } from '../look-up/system-resolver.ts';
import { memoize } from '../memoize.ts';
import type { RequestEnd } from '../request/send-request.ts';
import { isWritable } from '../request/writable-headers.ts';

export interface TransportOptions extends GuardOptions {
  /** Default: `systemResolver()`. */
  readonly resolver?: Resolver;
  /** Bounds for the number and the time of look-ups. */
  readonly lookUps?: LookUpOptions;
  /** Sends everything through this proxy, which then looks names up and guards addresses in place of the sender. */
  readonly proxy?: ProxyOptions;
  /** PEM certificates to trust in addition to Node's. */
  readonly trustedCertificates?: readonly string[];
}

export interface TransportRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Requests of one group share slots fairly with other groups. Default: one group for all. */
  readonly group?: string | undefined;
}

export type TransportEnd = RequestEnd | { readonly kind: 'abandoned' };

/** The response redirects to another request, within the same bounds. */
export interface Redirected<TRequest> {
  readonly kind: 'redirected';
  readonly request: TRequest;
}

/** Makes the only request of a connection. The connection is closed when it resolves. */
export type Exchange<TRequest> = (
  socket: Socket,
  target: Target,
  bound: Bound,
  request: TRequest,
) => Promise<RequestEnd | Redirected<TRequest>>;

export interface Transport {
  check(url: string): CheckedTarget;
  /**
   * Opens a connection for a request, and another one for each redirect. All share one time limit, and each target is
   * checked.
   *
   * @param exchange - Gets the bound of the request too, so that the response body can have another time limit than its
   *   head.
   * @spec SN9, SN14, SN42
   */
  run<TRequest extends TransportRequest>(request: TRequest, exchange: Exchange<TRequest>): Promise<TransportEnd>;
  /**
   * Opens a connection, TLS included, which the caller closes.
   *
   * @param ms - The time limit of the opening.
   */
  open(url: string, ms: number): Promise<Opening>;
  close(): Promise<void>;
}

/** Most attempts have recently used targets. Parsing a URL takes longer than this cache. */
const rememberedTargets = 500;

/** @throws {TypeError} For a malformed option. */
export function createTransport(options: TransportOptions): Transport {
  const policy = addressPolicy(options);
  const bounds = createBounds();
  const check = memoize(rememberedTargets, (url) => checkTarget(url, policy));
  const connection = {
    policy,
    lookUps: createLookUps(options.resolver ?? systemResolver(), options.lookUps),
    proxy: options.proxy && parseProxy(options.proxy),
    context: secureContext(options.trustedCertificates),
  };

  function readTarget({ url, headers }: TransportRequest): Target | 'blocked' | 'malformed' {
    const checked = check(url);
    if (checked.result !== 'accepted') return checked.result;
    return isWritable(headers) ? checked.target : 'malformed';
  }

  return {
    check,

    async run(first, exchange) {
      const bound = bounds.open(first.timeoutMs);
      const attempt = async (request: typeof first): Promise<RequestEnd> => {
        const target = readTarget(request);
        if (typeof target === 'string') return { kind: 'failed', reason: target };
        const opened = await openConnection(target, { ...connection, group: request.group ?? '' }, bound);
        if (opened.kind === 'failed') return opened;
        const end = await exchange(opened.socket, target, bound, request);
        if (end.kind !== 'redirected') return end;
        opened.socket.destroy();
        return attempt(end.request);
      };
      // A fault in one attempt must not end all others.
      const end = await attempt(first).catch((): RequestEnd => ({ kind: 'failed', reason: 'connect' }));
      bound.release();
      return bound.stopped === undefined ? end : endOf(bound.stopped);
    },

    async open(url, ms) {
      const checked = check(url);
      if (checked.result !== 'accepted') return failed(checked.result);
      const bound = bounds.open(ms);
      const opened = await openConnection(checked.target, { ...connection, group: '' }, bound);
      bound.pause();
      // Until then `close` closes the connection.
      if (opened.kind === 'open' && !opened.socket.destroyed) opened.socket.once('close', bound.release);
      else bound.release();
      return opened;
    },

    close: bounds.close,
  };
}

/** @spec SN10, SN13 */
function endOf(stopped: 'timeout' | 'closed'): TransportEnd {
  return stopped === 'timeout' ? { kind: 'failed', reason: 'timeout' } : { kind: 'abandoned' };
}

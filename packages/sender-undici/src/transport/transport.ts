import type { Socket } from 'node:net';
import { type Bound, createBounds } from '../connection/bounds.ts';
import { openConnection } from '../connection/open-connection.ts';
import { secureContext } from '../connection/open-tls.ts';
import { type ProxyOptions, parseProxy } from '../connection/tunnel.ts';
import { addressPolicy, type GuardOptions } from '../guard/address-policy.ts';
import { type CheckedTarget, checkTarget, type Target } from '../guard/check-target.ts';
import { createLookUps, type LookUpOptions } from '../look-up/look-ups.ts';
import type { Resolver } from '../look-up/resolver.ts';
import { systemResolver } from '../look-up/system-resolver.ts';
import { remember } from '../remember.ts';
import type { RequestEnd } from '../request/send-request.ts';
import { isWritable } from '../request/writable-headers.ts';

export interface TransportOptions extends GuardOptions {
  /** Default: `systemResolver()`. */
  readonly resolver?: Resolver;
  /** How many names are looked up at once, and for how long. */
  readonly lookUps?: LookUpOptions;
  /** Sends everything through this proxy, which then looks names up and guards addresses instead of us. */
  readonly proxy?: ProxyOptions;
  /** Certificates in PEM, trusted beside those that Node trusts. */
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

/** Makes the one request of a connection. The connection is closed when it resolves. */
export type Exchange = (socket: Socket, target: Target, bound: Bound) => Promise<RequestEnd>;

export interface Transport {
  check(url: string): CheckedTarget;
  /**
   * Opens a connection for one request.
   *
   * @param exchange - Gets the bound of the request too, so that the body of the response can have another time limit
   *   than its head.
   * @spec SN9, SN14
   */
  run(request: TransportRequest, exchange: Exchange): Promise<TransportEnd>;
  close(): Promise<void>;
}

/** Most attempts go to targets that others went to shortly before. Parsing a URL takes longer than finding it here. */
const rememberedTargets = 500;

/** @throws {TypeError} For an option that cannot be read. */
export function createTransport(options: TransportOptions): Transport {
  const policy = addressPolicy(options);
  const bounds = createBounds();
  const check = remember(rememberedTargets, (url) => checkTarget(url, policy));
  const connection = {
    policy,
    lookUps: createLookUps(options.resolver ?? systemResolver(), options.lookUps),
    proxy: options.proxy && parseProxy(options.proxy),
    context: secureContext(options.trustedCertificates),
  };

  return {
    check,

    async run(request, exchange) {
      const checked = check(request.url);
      if (checked.result !== 'accepted') return { kind: 'failed', reason: checked.result };
      if (!isWritable(request.headers)) return { kind: 'failed', reason: 'malformed' };

      const { target } = checked;
      const bound = bounds.open(request.timeoutMs);
      const attempt = async (): Promise<RequestEnd> => {
        const opened = await openConnection(target, { ...connection, group: request.group ?? '' }, bound);
        if (opened.kind === 'failed') return opened;
        return exchange(opened.socket, target, bound);
      };
      // Nothing here is known to throw, but a fault in one attempt must not end all others.
      const end = await attempt().catch((): RequestEnd => ({ kind: 'failed', reason: 'connect' }));
      bound.release();
      return bound.stopped === undefined ? end : endOf(bound.stopped);
    },

    close: bounds.close,
  };
}

/** @spec SN10, SN13 */
function endOf(stopped: 'timeout' | 'closed'): TransportEnd {
  return stopped === 'timeout' ? { kind: 'failed', reason: 'timeout' } : { kind: 'abandoned' };
}

import { type Bound, createBounds } from '../connection/bounds.ts';
import { openConnection } from '../connection/open-connection.ts';
import { secureContext } from '../connection/open-tls.ts';
import { type ProxyOptions, parseProxy } from '../connection/tunnel.ts';
import { type AnswerReader, type ExchangeEnd, type ExchangeRequest, exchange } from '../exchange/exchange.ts';
import { isWritable } from '../exchange/request-head.ts';
import { addressPolicy, type GuardOptions } from '../guard/address-policy.ts';
import { judgeTarget, type TargetJudgement } from '../guard/judge-target.ts';
import { createLookUps, type LookUpOptions } from '../look-up/look-ups.ts';
import type { Resolver } from '../look-up/resolver.ts';
import { systemResolver } from '../look-up/system-resolver.ts';

export interface TransportOptions extends GuardOptions {
  /** Default: `systemResolver()`. */
  readonly resolver?: Resolver;
  /** How many names are looked up at once, and for how long. */
  readonly lookUps?: LookUpOptions;
  /** Sends everything through this proxy, which then guards name look-up and connection in our place. */
  readonly proxy?: ProxyOptions;
  /** Certificates in PEM that are trusted beside those that Node trusts. */
  readonly trustedCertificates?: readonly string[];
}

export interface TransportRequest extends Omit<ExchangeRequest, 'path'> {
  readonly url: string;
  readonly timeoutMs: number;
  /** Whose request it is. Default: one group for all. */
  readonly group?: string | undefined;
}

export type TransportEnd = ExchangeEnd | { readonly kind: 'abandoned' };

export interface Transport {
  judge(url: string): TargetJudgement;
  /**
   * Makes one request and reads its answer.
   *
   * @param readerFor - Gets the request's bound, to give the body of the answer other bounds than its head.
   * @spec SN9, SN14
   */
  run(request: TransportRequest, readerFor: (bound: Bound) => AnswerReader): Promise<TransportEnd>;
  close(): Promise<void>;
}

/** @throws {TypeError} For options that cannot be meant. */
export function createTransport(options: TransportOptions): Transport {
  const policy = addressPolicy(options);
  const bounds = createBounds();
  const connection = {
    policy,
    lookUps: createLookUps(options.resolver ?? systemResolver(), options.lookUps),
    proxy: options.proxy && parseProxy(options.proxy),
    context: secureContext(options.trustedCertificates),
  };

  return {
    judge: (url) => judgeTarget(url, policy),

    async run(request, readerFor) {
      const judgement = judgeTarget(request.url, policy);
      if (judgement.verdict !== 'accepted') return { kind: 'failed', reason: judgement.verdict };
      if (!isWritable(request.headers)) return { kind: 'failed', reason: 'malformed' };

      const { target } = judgement;
      const bound = bounds.open(request.timeoutMs);
      const carry = async (): Promise<ExchangeEnd> => {
        const opened = await openConnection(target, { ...connection, group: request.group ?? '' }, bound);
        if (opened.kind === 'failed') return opened;
        return exchange(target.origin, opened.socket, { ...request, path: target.path }, readerFor(bound));
      };
      // Nothing is known to throw here, but one attempt must not take down all others.
      const end = await carry().catch((): ExchangeEnd => ({ kind: 'failed', reason: 'connect' }));
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

import type { AttemptFailure } from '@botwright/core';
import { openConnection } from '../connection/open-connection.ts';
import { secureContext } from '../connection/open-tls.ts';
import { type Resolver, systemResolver } from '../connection/resolver.ts';
import { type ProxyOptions, parseProxy } from '../connection/tunnel.ts';
import { type Answer, type ExchangeRequest, exchange } from '../exchange/exchange.ts';
import { isWritable } from '../exchange/request-head.ts';
import { addressPolicy, type GuardOptions } from '../guard/address-policy.ts';
import { judgeTarget, type TargetJudgement } from '../guard/judge-target.ts';
import { type Bound, createBounds } from './bounds.ts';

export interface TransportOptions extends GuardOptions {
  /** Default: the operating system's. */
  readonly resolver?: Resolver;
  /** Sends everything through this proxy, which then guards name look-up and connection in our place. */
  readonly proxy?: ProxyOptions;
  /** Certificates in PEM that are trusted beside those that Node trusts. */
  readonly trustedCertificates?: readonly string[];
}

export interface TransportRequest extends Omit<ExchangeRequest, 'path'> {
  readonly url: string;
  readonly timeoutMs: number;
}

/** What came of a request: the head of an answer with the rest on its way, or why there is none. */
export type Reached =
  | { readonly kind: 'head'; readonly answer: Answer; readonly bound: Bound }
  | { readonly kind: 'failed'; readonly reason: AttemptFailure }
  | { readonly kind: 'abandoned' };

export interface Transport {
  judge(url: string): TargetJudgement;
  /**
   * Whoever gets a head releases its bound once the body is read or destroyed.
   *
   * @spec SN9, SN14
   */
  reach(request: TransportRequest): Promise<Reached>;
  close(): Promise<void>;
}

/** @throws {TypeError} For options that cannot be meant. */
export function createTransport(options: TransportOptions): Transport {
  const policy = addressPolicy(options);
  const bounds = createBounds();
  const connection = {
    policy,
    resolver: options.resolver ?? systemResolver(),
    proxy: options.proxy && parseProxy(options.proxy),
    context: secureContext(options.trustedCertificates),
  };

  return {
    judge: (url) => judgeTarget(url, policy),

    async reach(request) {
      const judgement = judgeTarget(request.url, policy);
      if (judgement.verdict !== 'accepted') return { kind: 'failed', reason: judgement.verdict };
      if (!isWritable(request.headers)) return { kind: 'failed', reason: 'malformed' };

      const { target } = judgement;
      const bound = bounds.open(request.timeoutMs);
      const opened = await openConnection(target, connection, bound.signal);
      const reached =
        opened.kind === 'open'
          ? await exchange(target.origin, opened.socket, { ...request, path: target.path }, bound.signal)
          : opened;
      if (reached.kind === 'head') return { ...reached, bound };
      bound.release();
      return bound.stopped === undefined ? reached : stoppedOutcome(bound.stopped);
    },

    close: bounds.close,
  };
}

/** @spec SN10, SN13 */
export function stoppedOutcome(
  why: 'timeout' | 'closed',
): { readonly kind: 'failed'; readonly reason: 'timeout' } | { readonly kind: 'abandoned' } {
  return why === 'timeout' ? { kind: 'failed', reason: 'timeout' } : { kind: 'abandoned' };
}

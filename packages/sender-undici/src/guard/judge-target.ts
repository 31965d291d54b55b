import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

/** Where a request goes, read from its URL once: what was judged is what is connected to. */
export interface Target {
  readonly origin: string;
  /** Path and query, as they go on the wire. */
  readonly path: string;
  readonly isTls: boolean;
  /** A name in ASCII, or an address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
}

export type TargetJudgement =
  | { readonly verdict: 'accepted'; readonly target: Target }
  | { readonly verdict: 'blocked' | 'malformed' };

/**
 * Judges a target by what its URL says, without a look-up. The URL parser has one spelling for every address
 * (`0x7f.1`, `2130706433` and `127。0。0。1` all come out as `127.0.0.1`), so that one judgement covers them all.
 *
 * @spec SN9, SN18, SN19, SN25
 */
export function judgeTarget(text: string, policy: AddressPolicy): TargetJudgement {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return { verdict: 'malformed' };
  if (url.username !== '' || url.password !== '') return { verdict: 'malformed' };

  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(host) !== 0;
  if (isAddress ? !policy.allows(host) : isLoopbackName(host) && !allowsLoopback(policy)) return { verdict: 'blocked' };

  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const target = { origin: url.origin, path: url.pathname + url.search, isTls, host, isAddress, port };
  return { verdict: 'accepted', target };
}

/** Names that mean the machine itself, whatever a resolver says (RFC 6761). */
function isLoopbackName(host: string): boolean {
  return /(?:^|\.)localhost\.*$/.test(host);
}

function allowsLoopback(policy: AddressPolicy): boolean {
  return policy.allows('127.0.0.1') || policy.allows('::1');
}

import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

/** The target of a request. The URL is parsed once, so the check and the connection have the same target. */
export interface Target {
  readonly origin: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly isTls: boolean;
  /** An ASCII name, or an address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
}

export type CheckedTarget =
  | { readonly result: 'accepted'; readonly target: Target }
  | { readonly result: 'blocked' | 'malformed' };

/**
 * Checks the URL of a target, without a look-up. The URL parser normalises every spelling of an address (`0x7f.1`,
 * `2130706433` and `127。0。0。1` all become `127.0.0.1`), so one check covers them all.
 *
 * @spec SN9, SN18, SN19, SN25
 */
export function checkTarget(text: string, policy: AddressPolicy): CheckedTarget {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return { result: 'malformed' };
  if (url.username !== '' || url.password !== '') return { result: 'malformed' };

  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(host) !== 0;
  if (isAddress ? !policy.allows(host) : isLoopbackName(host) && !allowsLoopback(policy)) return { result: 'blocked' };

  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const target = { origin: url.origin, path: url.pathname + url.search, isTls, host, isAddress, port };
  return { result: 'accepted', target };
}

/** Names of this machine, which need no resolver (RFC 6761). */
function isLoopbackName(host: string): boolean {
  return /(?:^|\.)localhost\.*$/.test(host);
}

function allowsLoopback(policy: AddressPolicy): boolean {
  return policy.allows('127.0.0.1') || policy.allows('::1');
}

import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Client } from 'undici';
import type { Target } from '../guard/check-target.ts';
import { findAddresses } from '../look-up/find-addresses.ts';
import type { LookUps } from '../look-up/look-ups.ts';
import { readHead } from '../response/read-head.ts';
import type { Bound } from './bounds.ts';
import { oneShotClient } from './one-shot-client.ts';
import { openTcp } from './open-tcp.ts';
import { openTls } from './open-tls.ts';
import { failed, type Opening } from './opening.ts';

export interface ProxyOptions {
  /** `http:` or `https:`. User info becomes `Proxy-Authorization: Basic`. */
  readonly url: string;
}

export interface EgressProxy {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly authorization: string | undefined;
}

/** @throws {TypeError} For a text that is not an http(s) URL. */
export function parseProxy({ url: text }: ProxyOptions): EgressProxy {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('proxy.url is not an http(s) URL.');
  }
  const isTls = url.protocol === 'https:';
  const userInfo = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    origin: url.origin,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    isTls,
    authorization: userInfo === ':' ? undefined : `Basic ${Buffer.from(userInfo).toString('base64')}`,
  };
}

/** A separate group for the proxy's name, so that it never waits for the look-ups of requests. */
const ofProxy = '\0proxy';

/**
 * Opens a tunnel to the target through the proxy, with `CONNECT` for http targets too, so that every response comes
 * from the target and never from the proxy. Every failure is a failed connection.
 *
 * @spec SN27
 */
export async function openTunnel(
  target: Target,
  proxy: EgressProxy,
  { lookUps, context }: { readonly lookUps: LookUps; readonly context: SecureContext },
  bound: Bound,
): Promise<Opening> {
  const { host, port } = proxy;
  const addresses = isIP(host) === 0 ? await findAddresses(host, { lookUps, group: ofProxy, bound }) : [host];
  const plain = await openTcp({ host, port, addresses }, () => true, bound);
  const opened = plain.kind === 'open' && proxy.isTls ? await openTls(plain.socket, host, context, bound) : plain;
  if (opened.kind === 'failed') return failed('connect');

  const { socket } = opened;
  readHead(socket, true);
  const isTunnel = await askForTunnel(oneShotClient(proxy.origin, socket), target, proxy);
  if (isTunnel) return opened;
  socket.destroy();
  return failed('connect');
}

async function askForTunnel(client: Client, target: Target, proxy: EgressProxy): Promise<boolean> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization };
  try {
    const headers = { host: authority, ...credentials };
    const { statusCode } = await client.connect({ path: authority, headers });
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}

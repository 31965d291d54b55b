import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type HttpRequest, splitTarget } from '@botwright/http';

/**
 * Reads a request of Node's as it stands now: a server that mounts by shortening `url` has taken its part off. The
 * address is that of the connection; behind a proxy, `readRequest` of the listener can give the one that the proxy
 * names.
 *
 * @spec HA12
 */
export function toHttpRequest(request: IncomingMessage): HttpRequest {
  const { method = '', url = '' } = request;
  const { path, query } = splitTarget(url);
  const { remoteAddress } = request.socket;
  const { headers } = request;
  const body = hasBody(headers) ? request.iterator({ destroyOnReturn: false }) : undefined;
  const read = { method, path, query, headers: { get: (name: string) => single(headers[name]) }, body };
  return remoteAddress === undefined ? read : Object.assign(read, { address: remoteAddress });
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

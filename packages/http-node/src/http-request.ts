import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type HttpRequest, splitTarget } from '@botwright/http';

/**
 * Converts a Node request. Uses the current `url`, so a framework that mounts by shortening `url` works. The address is
 * the peer of the connection; behind a proxy, pass a `readRequest` to the listener that takes the address from the
 * proxy's header.
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

import type { Socket } from 'node:net';
import { Client } from 'undici';
import { maxPlainHead } from '../response/read-head.ts';

/**
 * An HTTP client for one request over an open connection. If the connection is lost before the request is sent, undici
 * would open another one; this client refuses. Call `readHead` on the connection before a request.
 *
 * @spec SN2
 */
export function oneShotClient(origin: string, socket: Socket): Client {
  let unused: Socket | undefined = socket;
  return new Client(origin, {
    pipelining: 0,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxPlainHead,
    connect(_options, callback) {
      const given = unused;
      unused = undefined;
      // undici ignores a connection that it gets before this function returns.
      queueMicrotask(() =>
        given === undefined ? callback(new Error('The connection is used.'), null) : callback(null, given),
      );
    },
  });
}

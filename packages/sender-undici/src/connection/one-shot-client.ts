import type { Socket } from 'node:net';
import { Client } from 'undici';
import { skipContinue } from './skip-continue.ts';

/**
 * An HTTP client for one request over one connection that is there already. undici opens another connection when
 * one is lost before the request went out; here it finds none.
 *
 * @spec SN2
 */
export function oneShotClient(origin: string, socket: Socket): Client {
  skipContinue(socket);
  let unused: Socket | undefined = socket;
  return new Client(origin, {
    pipelining: 0,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    connect(_options, callback) {
      const given = unused;
      unused = undefined;
      // undici does not notice a connection that it is given before it has finished asking.
      queueMicrotask(() =>
        given === undefined ? callback(new Error('The connection is used.'), null) : callback(null, given),
      );
    },
  });
}

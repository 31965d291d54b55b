import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Bound } from './bounds.ts';
import { failed, type Opening } from './opening.ts';

/** The far end went away, whatever was going on; anything else that ends a handshake is a fault of TLS. */
const lostConnection: readonly unknown[] = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];

/**
 * @param trusted - Certificates in PEM, beside those that Node trusts.
 * @spec SN15
 */
export function secureContext(trusted: readonly string[] | undefined): SecureContext {
  return createSecureContext(trusted && { ca: [...getCACertificates('default'), ...trusted] });
}

/** @spec SN12 */
export function openTls(plain: Socket, host: string, context: SecureContext, bound: Bound): Promise<Opening> {
  return new Promise((settle) => {
    const socket = connect({
      socket: plain,
      host,
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      secureContext: context,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    bound.hold(socket);
    socket.once('secureConnect', () => settle({ kind: 'open', socket }));
    socket.on('error', (error) => {
      settle(failed(lostConnection.includes(codeOf(error)) ? 'connect' : 'tls'));
      // A record that cannot be read is an error and, left alone, no end: whoever waits for an answer would wait on.
      socket.destroy();
    });
    socket.once('close', () => {
      settle(failed('connect'));
      plain.destroy();
    });
  });
}

/** A receiver may refuse our side of a handshake after we took it for finished. */
export function isTlsError(error: unknown): boolean {
  return /^(?:EPROTO$|ERR_(?:SSL|TLS)_)/.test(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

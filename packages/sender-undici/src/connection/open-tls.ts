import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Bound } from './bounds.ts';
import { failed, type Opening } from './opening.ts';

/** The connection was lost. Every other error that ends a handshake is a TLS error. */
const lostConnection: readonly unknown[] = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];

/**
 * @param trusted - PEM certificates to trust in addition to Node's.
 * @spec SN15
 */
export function secureContext(trusted: readonly string[] | undefined): SecureContext {
  return createSecureContext(trusted && { ca: [...getCACertificates('default'), ...trusted] });
}

/** @spec SN12 */
export function openTls(plain: Socket, host: string, context: SecureContext, bound: Bound): Promise<Opening> {
  return new Promise((resolve) => {
    const socket = connect({
      socket: plain,
      host,
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      secureContext: context,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    bound.hold(socket);
    socket.once('secureConnect', () => resolve({ kind: 'open', socket }));
    socket.on('error', (error) => {
      resolve(failed(lostConnection.includes(codeOf(error)) ? 'connect' : 'tls'));
      // The error of an unreadable record does not close the socket: the request would wait for its time-out.
      socket.destroy();
    });
    socket.once('close', () => {
      resolve(failed('connect'));
      plain.destroy();
    });
  });
}

/** The receiver may reject the handshake after it looked finished here, so TLS errors also come later. */
export function isTlsError(error: unknown): boolean {
  return /^(?:EPROTO$|ERR_(?:SSL|TLS)_)/.test(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { Bound } from './bounds.ts';
import { failed, type Opening } from './opening.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The addresses of `host`. Tries only these; does not look the name up again. */
  readonly addresses: readonly string[];
}

export type Dial = (options: TcpNetConnectOpts) => Socket;

/**
 * Connects to one of the addresses, then checks the remote address of the socket before writing: a forbidden address
 * receives no data.
 *
 * @spec SN21, SN22
 */
export function openTcp(
  endpoint: Endpoint,
  isAllowed: (address: string) => boolean,
  bound: Bound,
  dial: Dial = connect,
): Promise<Opening> {
  return new Promise((resolve) => {
    const { host, port, addresses } = endpoint;
    const socket = dial({ host, port, lookup: answerWith(addresses), autoSelectFamily: true, noDelay: true });
    bound.hold(socket);
    // `close` follows every error and is handled below; an error without a listener would end the process.
    socket.on('error', () => {});
    socket.once('close', () => resolve(failed('connect')));
    socket.once('connect', () => {
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined && isAllowed(remoteAddress)) return resolve({ kind: 'open', socket });
      if (remoteAddress !== undefined) resolve(failed('blocked'));
      socket.destroy();
    });
  });
}

/** Node calls this only for names, and with `autoSelectFamily` expects all addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
}

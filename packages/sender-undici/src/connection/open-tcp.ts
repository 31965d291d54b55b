import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { Bound } from './bounds.ts';
import { failed, type Opening } from './opening.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** What `host` was found to be: these are tried, and the name is not looked up again. */
  readonly addresses: readonly string[];
}

export type Dial = (options: TcpNetConnectOpts) => Socket;

/**
 * Connects to one of the addresses, and then asks whether the far end of the socket may be reached. It is asked
 * before anything is written: a connection that ended elsewhere than it was sent has heard nothing.
 *
 * @spec SN21, SN22
 */
export function openTcp(
  endpoint: Endpoint,
  isAllowed: (address: string) => boolean,
  bound: Bound,
  dial: Dial = connect,
): Promise<Opening> {
  return new Promise((settle) => {
    const { host, port, addresses } = endpoint;
    const socket = dial({ host, port, lookup: answerWith(addresses), autoSelectFamily: true, noDelay: true });
    bound.hold(socket);
    // An error is heard of by its `close`; one that nobody listens to would end the process.
    socket.on('error', () => {});
    socket.once('close', () => settle(failed('connect')));
    socket.once('connect', () => {
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined && isAllowed(remoteAddress)) return settle({ kind: 'open', socket });
      if (remoteAddress !== undefined) settle(failed('blocked'));
      socket.destroy();
    });
  });
}

/** Node asks it for names only; with `autoSelectFamily` it asks for all addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
}

import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
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
export async function openTcp(
  endpoint: Endpoint,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
  dial: Dial = connect,
): Promise<Opening> {
  const { host, port, addresses } = endpoint;
  const socket = dial({ host, port, lookup: answerWith(addresses), autoSelectFamily: true, noDelay: true });
  socket.on('error', ignore);
  try {
    await once(socket, 'connect', { signal });
  } catch {
    socket.destroy();
    return failed('connect');
  }

  const { remoteAddress } = socket;
  if (remoteAddress !== undefined && isAllowed(remoteAddress)) return { kind: 'open', socket };
  socket.destroy();
  return failed(remoteAddress === undefined ? 'connect' : 'blocked');
}

/** Node asks it for names only; with `autoSelectFamily` it asks for all addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, callback) => callback(null, all);
}

/** Whoever waits for the socket hears of the error; between two waits nobody does, and the process would end. */
function ignore(): void {}

import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  /** As a resolver takes it. */
  readonly address: string;
  close(): void;
}

/**
 * A name server on loopback. Every name resolves to 127.0.0.1, except names that begin with `silent`, which it never
 * answers.
 *
 * @param onSilent - Called for each query of such a name.
 */
export async function startNameServer(onSilent: () => void = () => {}): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const nameEnd = query.indexOf(0, 12);
    if (query.toString('latin1', 13, nameEnd).startsWith('silent')) {
      onSilent();
      return;
    }
    const question = Buffer.from(query.subarray(0, nameEnd + 5));
    const isIpv4 = question.readUInt16BE(nameEnd + 1) === 1;
    question.writeUInt16BE(0x8180, 2);
    question.writeUInt16BE(isIpv4 ? 1 : 0, 6);
    question.writeUInt32BE(0, 8);
    // The name asked for, of class IN, for a second: four bytes.
    const record = Buffer.from('c00c0001000100000001' + '00047f000001', 'hex');
    socket.send(isIpv4 ? Buffer.concat([question, record]) : question, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
}

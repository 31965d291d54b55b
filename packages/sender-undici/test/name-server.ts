import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';

/** The answer for one family. `undefined`: unknown name. */
export interface NameAnswer {
  readonly addresses?: readonly string[];
  /** The response has this alias, and no address. */
  readonly alias?: string;
  /** In seconds; default 60. */
  readonly ttl?: number;
}

export interface NameServer {
  /** With its port, in the form for a resolver. */
  readonly address: string;
  /** Such as `A hooks.example`, in order of arrival. */
  readonly asked: readonly string[];
}

const families = { 1: 'A', 28: 'AAAA' } as const;

/**
 * A name server on loopback that answers with what `answer` returns.
 *
 * @param answer - Bytes are sent as an invalid response; `'never'` sends no response.
 */
export async function startNameServer(
  answer: (name: string, family: 'A' | 'AAAA') => NameAnswer | 'no such name' | 'never' | Buffer,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const family = families[type as 1 | 28];
    asked.push(`${family} ${name}`);
    const given = answer(name, family);
    if (given === 'never') return;
    socket.send(Buffer.isBuffer(given) ? given : encode(query.subarray(0, end), type, given), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encode(question: Buffer, type: number, answer: NameAnswer | 'no such name'): Buffer {
  const head = Buffer.from(question);
  const { addresses = [], alias, ttl = 60 } = answer === 'no such name' ? {} : answer;
  const records = addresses.map((address) => record(type, ttl, Buffer.from(ipaddr.parse(address).toByteArray())));
  if (alias !== undefined) records.push(record(5, ttl, encodeName(alias)));
  head.writeUInt16BE(0x8180 + (answer === 'no such name' ? 3 : 0), 2);
  head.writeUInt16BE(records.length, 6);
  // Ignores the additional records of the question.
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

function record(type: number, ttl: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { readHead } from './read-head.ts';

const chunked = 'HTTP/1.1 200 OK\ntransfer-encoding: chunked\n\n';
const plainHead = 'HTTP/1.1 200 \r\ntransfer-encoding: chunked\r\n\r\n';

it.for([
  ['the chunks of a response are plain', false, '2\nok\n', '0\n\n', '2\r\nok\r\n0\r\n\r\n'],
  ['what comes through a tunnel stays as it came', true, '2\nok\n', '0\n\nx', '2\nok\n0\n\nx'],
  ['what comes through a tunnel is not held back', true, '1', '6', '16'],
] as const)('[SN27][SN45] %s', ([, opensTunnel, first, second, expected]) => {
  for (const early of [chunked + first, chunked, '']) {
    const socket = new Duplex({ read() {} }) as Socket;
    if (early !== '') socket.push(early);
    readHead(socket, opensTunnel);
    const all = Buffer.from(chunked + first + second);
    const rest = all.subarray(early.length);
    for (const bytes of rest) socket.push(Buffer.from([bytes]));
    expect((socket.read() as Buffer).toString()).toBe(plainHead + expected);
  }
});

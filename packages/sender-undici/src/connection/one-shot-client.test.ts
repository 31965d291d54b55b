import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { answer, startReceiver } from '../../test/receiver.ts';
import { oneShotClient } from './one-shot-client.ts';

it('[SN2] a connection that is lost before the request goes out is the only one', async () => {
  const receiver = await startReceiver();
  const socket = connect(receiver.port, '127.0.0.1');
  await once(socket, 'connect');
  const client = oneShotClient(receiver.origin, socket);
  socket.destroy();

  await expect(client.request({ method: 'GET', path: '/' })).rejects.toThrow('The connection is used.');
  expect(receiver.connections).toHaveLength(1);
  expect(receiver.bytes()).toBe(0);
});

it('[SN2] a second request finds no connection', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const socket = connect(receiver.port, '127.0.0.1');
  await once(socket, 'connect');
  const client = oneShotClient(receiver.origin, socket);

  const { body } = await client.request({ method: 'GET', path: '/' });
  await body.dump();
  await expect(client.request({ method: 'GET', path: '/' })).rejects.toThrow('The connection is used.');
  expect(receiver.requests).toHaveLength(1);
});

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createReceiver } from './receiver.ts';

const { PORT = '8080', HOOK_TOKEN, CHAT_SECRET } = process.env;
const token = HOOK_TOKEN || randomBytes(24).toString('base64url');
const secret = CHAT_SECRET || randomBytes(24).toString('base64url');

// The work. The sender does not wait for it: it already has its response.
const handOver = console.log;
const { server, close } = createReceiver({ token, secret, handOver });

server.listen(Number(PORT), '127.0.0.1', () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`Message hooks: ${base}/hooks with ${HOOK_TOKEN ? 'your token' : `the token ${token}`}`);
  console.log(`APIchat webhook: ${base}/chat/${CHAT_SECRET ? '<your secret>' : secret}`);
});
// A terminal may send the signal twice.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close);

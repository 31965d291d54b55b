// Runs a command with the URL of a receiver in RECEIVER, and fails unless the receiver gets the bot's answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** @type {string[]} */
const received = [];
const server = createServer(async (request, response) => {
  received.push(JSON.parse(await text(request)).messages[0].message);
  response.end();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const [command = '', ...args] = process.argv.slice(2);
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const env = { ...process.env, RECEIVER: `http://127.0.0.1:${port}/` };
const [code] = await once(spawn(command, args, { stdio: 'inherit', env, timeout: 60_000 }), 'exit');
server.close();
if (code !== 0 || received.join() !== 'Hello Ana!') {
  process.stderr.write(`Exit code ${code}, received ${JSON.stringify(received)}.\n`);
  process.exitCode = 1;
}

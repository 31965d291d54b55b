import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFleet } from './fleet.ts';
import { startLocalPostgres } from './local-postgres.ts';

const { env } = process;
const { PORT = '4000', DATA = fileURLToPath(new URL('../data', import.meta.url)) } = env;
const { PUBLIC_URL: publicUrl = `http://127.0.0.1:${PORT}` } = env;
mkdirSync(DATA, { recursive: true });
const local = env['DATABASE_URL'] === undefined ? await startLocalPostgres(DATA) : undefined;

/** It must be the same at each start: no other key decrypts the stored data. */
function readSecretKey(): string {
  const file = join(DATA, 'secret-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

// The nodes read their settings from it. For development webhooks go only to this machine; in production leave
// WEBHOOK_CIDRS empty: only public addresses.
Object.assign(env, { PORT, PUBLIC_URL: publicUrl, SECRET_KEY: env['SECRET_KEY'] ?? readSecretKey() });
env['WEBHOOK_CIDRS'] ??= '127.0.0.0/8';
if (local !== undefined) env['DATABASE_URL'] = local.url;
const fleet = await startFleet(['web', 'web', 'worker', 'worker']);

const json = `-H 'Content-Type: application/json'`;
const page = `-b cookies -H 'Origin: ${new URL(publicUrl).origin}' ${json}`;
console.log(`
The backend is at ${publicUrl}. Have a receiver of webhooks run in another terminal:

  CHAT_SECRET=my-secret npm run webhook-receiver

Sign up a company, sign in, and make a bot as the pages of the builder do, with the cookie:

  curl ${publicUrl}/sign-up ${json} -d '{"company":"Acme","name":"Ada","email":"ada@acme.example","password":"correct horse"}'
  curl ${publicUrl}/sign-in -c cookies ${json} -d '{"email":"ada@acme.example","password":"correct horse"}'
  BOT=$(curl -s ${publicUrl}/engine/api/v0-alpha/bots ${page} -d '{"name":"Hello","channel_family":"apichat"}' | grep -o '"id":"[^"]*' | head -1 | cut -c7-)
  curl ${publicUrl}/engine/api/v0-alpha/bots/$BOT/draft/blocks ${page} -d '{"blocks":[{"id":"bot_start","type":"send_text","params":{"text":"Hello, @{name}!"}}]}'
  curl ${publicUrl}/engine/api/v0-alpha/bots/$BOT/versions ${page} -X POST

Connect a messenger, and be a customer there. The receiver prints what the bot says:

  TOKEN=$(curl -s ${publicUrl}/messengers ${page} -d '{"name":"Messenger","webhook_url":"http://127.0.0.1:8080/chat/my-secret"}' | cut -d'"' -f6)
  curl ${publicUrl}/engine/chat/v1/send/ana/ -H "Authorization: Token $TOKEN" ${json} -d '{"message":{"type":"text","message":"Hi"},"customer":{"name":"Ana"}}'

Replace all nodes, one after the other, while requests go on:  kill -HUP ${process.pid}
`);

let isStopping = false;
async function stop(): Promise<void> {
  // A terminal may send the signal twice.
  if (isStopping) return;
  isStopping = true;
  await fleet.stop();
  await local?.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
process.on('SIGHUP', () => {
  fleet.restart().catch((error: unknown) => console.error('The nodes go on as they were:', error));
});

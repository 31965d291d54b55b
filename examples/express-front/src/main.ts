import { randomBytes } from 'node:crypto';
import { startFront } from './front.ts';

const secret = (): string => randomBytes(24).toString('base64url');
const { PORT = '4000', CHAT_PORT = '4001', PASSWORD = secret() } = process.env;
const { AGENT_TOKEN: agentToken = secret(), CHANNEL_TOKEN: channelToken = secret() } = process.env;
const { WEBHOOK_URL: webhookUrl = 'http://127.0.0.1:8080/chat/my-secret' } = process.env;

const ports = { port: Number(PORT), chatPort: Number(CHAT_PORT) };
const front = await startFront({ ...ports, password: PASSWORD, agentToken, channelToken, webhookUrl });
const { url, chatUrl } = front;
const json = `-H 'Content-Type: application/json'`;

console.log(`The application is at ${url}, APIchat at ${chatUrl}. Have a receiver run in another terminal:

  CHAT_SECRET=my-secret npm run webhook-receiver

Sign in, make a bot that asks a question, and see it through the Bots API:

  TOKEN=$(curl -s ${url}/sign-in ${json} -d '{"email":"ada@acme.example","password":"${PASSWORD}"}' | cut -d'"' -f4)
  BOT=$(curl -s ${url}/questions -H "Authorization: Bearer $TOKEN" ${json} -d '{"name":"Visit"}' | cut -d'"' -f4)
  curl ${url}/questions/$BOT -H "Authorization: Bearer $TOKEN" ${json} -d '{"question":"How was it?","thanks":"Thank you, @{name}!"}'
  curl ${url}/engine/v0-alpha/bots -H "Authorization: Bearer $TOKEN"

Be a customer of the messenger. The receiver prints what the bot says:

  curl ${chatUrl}send/ana/ -H 'Authorization: Token ${channelToken}' ${json} -d '{"message":{"type":"text","message":"Hi"},"customer":{"name":"Ana"}}'

See the customer through the Platform API, and what could not be sent:

  curl ${url}/engine/v1/customers/ -H 'Authorization: Token ${agentToken}'
  curl ${url}/engine/v0-alpha/dead-letters -H "Authorization: Bearer $TOKEN"
`);

// A terminal may send the signal twice.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void front.stop());

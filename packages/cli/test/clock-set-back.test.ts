import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callToken } from './support/call-token.ts';
import { publishEchoBot } from './support/echo-bot.ts';
import { startReceiver } from './support/receiver.ts';
import { runBotwright } from './support/serve-process.ts';
import { createTestFolder } from './support/test-folder.ts';

const clock = new URL('./support/movable-clock.ts', import.meta.url).href;
const hourMs = 3_600_000;
const agent = 'agent-token-of-acme-brand';
const channel = 'channel-token-of-acme-brand';
const polling = { timeout: 60_000, interval: 20 };

it.for([
  ['while a server runs', false],
  ['between two lives of a server', true],
] as const)(
  '[DQ27][CQ22][RT5] a clock that is set back by an hour %s refuses no token for long, and delays no webhook',
  { timeout: 180_000 },
  async ([, restarts]) => {
    const { data, writeConfig } = createTestFolder();
    // The first attempt is refused, and repeated after half a second.
    let status = 503;
    const receiver = await startReceiver({ status: () => status, delayMs: () => 0 });
    onTestFinished(() => receiver.close());
    const config = writeConfig({
      allow_private_targets: true,
      retry_scale: 0.1,
      rate_limits: { platform: 10 },
      brands: [
        {
          name: 'acme',
          plan: 'professional',
          workspaces: [1],
          tokens: [{ token: agent, person: 1 }],
          channels: [{ type: 'apichat', name: 'Messenger', token: channel, webhook_url: `${receiver.url}/chat` }],
        },
      ],
    });
    const start = async (behindMs: number) => {
      const args = ['serve', '--json', '--port', '0', '--chat-port', '0', '--data', data, '--config', config];
      const server = runBotwright(args, { hasChannel: true, node: [`--import=${clock}?${behindMs}`] });
      onTestFinished(async () => {
        server.child.kill('SIGKILL');
        await server.ended;
      });
      return { server, line: await server.ready() };
    };
    let { server, line } = await start(0);
    await publishEchoBot(line, agent, `${receiver.url}/hook`);
    const say = (text: string) =>
      callToken(`${line.chat_url}send/ana/`, channel, { message: { type: 'text', message: text } });
    const ask = () =>
      fetch(`${line.platform_url}channels/`, { headers: { authorization: `Token ${agent}` } }).then(
        (got) => got.status,
      );
    await say('hi');
    await receiver.until(1);
    await Promise.all(Array.from({ length: 12 }, ask));

    if (restarts) {
      server.child.kill('SIGKILL');
      await server.ended;
      ({ server, line } = await start(hourMs));
    } else {
      server.child.send(hourMs);
      await once(server.child, 'message');
    }
    const before = receiver.arrivals.length;
    status = 200;
    await vi.waitUntil(() => receiver.arrivals.slice(before).some(({ attempt }) => attempt > 1), polling);
    await say('still there?');
    await vi.waitUntil(() => receiver.arrivals.some(({ body }) => body.includes('You said still there?')), polling);
    await pause(1_100);
    expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual(Array(5).fill(200));
  },
);

import { expect, it, onTestFinished, vi } from 'vitest';
import { callBots } from '../support/call-bots.ts';
import { runBotwright } from '../support/serve-process.ts';
import { createTestFolder, type TestFolder } from '../support/test-folder.ts';

const clock = new URL('../support/movable-clock.ts', import.meta.url).href;
const polling = { timeout: 60_000, interval: 20 };
const agent = 'agent-token-of-acme-brand';

/** Starts servers with an audit log one after the other, each half a minute and more after the one before. */
function livesIn({ data, writeConfig }: TestFolder) {
  const tokens = [{ token: agent, person: 1 }];
  const config = writeConfig({
    rate_limits: { bots: 1_000 },
    brands: [{ name: 'acme', plan: 'professional', workspaces: [1], tokens }],
  });
  let lives = 0;
  return async (...flags: readonly string[]) => {
    const args = ['serve', '--json', '--port', '0', '--chat-port', '0', '--data', data, '--config', config, ...flags];
    // A process that died keeps the log from others for 30 seconds.
    const server = runBotwright(args, { node: [`--import=${clock}?${-40_000 * lives}`] });
    lives += 1;
    onTestFinished(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    const line = await server.ready();
    return {
      server,
      /** @returns The ids of bots, as soon as all are created. */
      async create(...names: readonly string[]): Promise<readonly string[]> {
        const made = names.map((name) =>
          callBots(line.bots_url, agent, 'POST', '/bots', { name, channel_family: 'native' }),
        );
        const answers = await Promise.all(made);
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
        return answers.map(({ body }) => (body as { readonly data: { readonly id: string } }).data.id);
      },
      /** The created bots in its audit log. */
      audited(): readonly string[] {
        const lines = server.stderr().split('\n').slice(0, -1);
        return lines.flatMap((each) => {
          const { audit } = JSON.parse(each);
          return audit?.did === 'bot.created' ? [audit.details.botId] : [];
        });
      },
    };
  };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `Bot ${index}`);

it('[SV53] --audit logs each answered change, also after kills, and none again after a stop', {
  timeout: 180_000,
}, async () => {
  const folder = createTestFolder();
  const begin = livesIn(folder);
  const created: string[] = [];
  const audited: string[] = [];
  for (let kill = 0; kill < 2; kill += 1) {
    const life = await begin('--audit');
    // The log is behind when the last one is answered.
    created.push(...(await life.create(...names(40))));
    life.server.child.kill('SIGKILL');
    await life.server.ended;
    const own = life.audited();
    expect(own).toEqual([...new Set(own)]);
    audited.push(...own);
  }
  const behind = created.filter((id) => !audited.includes(id));
  const third = await begin('--audit');
  await vi.waitUntil(() => behind.every((id) => third.audited().includes(id)), polling);
  await folder.stop(third.server);
  expect(new Set([...audited, ...third.audited()])).toEqual(new Set(created));

  const fourth = await begin('--audit');
  const later = await fourth.create('Later');
  await vi.waitUntil(() => fourth.audited().length > 0, polling);
  expect(fourth.audited()).toEqual(later);
});

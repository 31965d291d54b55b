import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let script: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/worker.ts', import.meta.url))],
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', target: 'es2024', logLevel: 'error' },
    conditions: ['@botwright/source', 'workerd', 'worker'],
  });
  script = outputFiles[0]?.text ?? '';
});

/** Starts a Worker without flags. */
function start(d1Databases: Record<string, string>) {
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01', d1Databases });
  onTestFinished(() => worker.dispose());
  const url = 'http://bot.example/';
  async function post(visitor: string, text: string): Promise<Said> {
    const answer = await worker.dispatchFetch(url, { method: 'POST', body: JSON.stringify({ visitor, text }) });
    return JSON.parse(await answer.text());
  }
  return {
    post,
    say: async (visitor: string, text: string) => (await post(visitor, text)).texts,
    follow: async ({ customer, after }: Said) =>
      (await worker.dispatchFetch(`${url}?customer=${customer}&after=${after}`)).json() as Promise<Said>,
    async runCron(): Promise<string> {
      const cron = (await worker.getWorker()) as unknown as { scheduled(): Promise<{ readonly outcome: string }> };
      return (await cron.scheduled()).outcome;
    },
  };
}

interface Said {
  readonly customer: number;
  readonly after: number;
  readonly texts: readonly string[];
}

describe.each([
  ['memory', {}],
  ['D1', { DB: 'bots' }],
] as const)('an engine on %s', (_, databases) => {
  it('answers the requests of many visitors, one after the other and at once', async () => {
    const { say, runCron } = start(databases);
    const visitors = Array.from({ length: 5 }, (_each, index) => `visitor-${index}`);
    expect(await say('ana', 'Hi')).toEqual(['Your name?']);
    expect(await say('ana', 'Ana')).toEqual(['Hello Ana!']);
    expect(await Promise.all(visitors.map((each) => say(each, 'Hi')))).toEqual(visitors.map(() => ['Your name?']));
    expect(await Promise.all(visitors.map((each) => say(each, each)))).toEqual(
      visitors.map((each) => [`Hello ${each}!`]),
    );
    expect(await runCron()).toBe('ok');
    expect(await say('ana', 'Hi again')).toEqual(['Your name?']);
  });

  it('[CV29][CV80] has workers in one event, and meanwhile followers and messages in others', async () => {
    const { post, say, follow, runCron } = start(databases);
    await say('ana', 'Hi');
    const followed = follow(await post('ana', 'Ana'));
    const running = runCron();
    expect(await say('bob', 'Hi')).toEqual(['Your name?']);
    expect((await followed).texts).toEqual(['Still there?']);
    expect(await running).toBe('ok');
  });
});

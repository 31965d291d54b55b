import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

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
  async function say(visitor: string, text: string): Promise<unknown> {
    const body = JSON.stringify({ visitor, text });
    const answer = await worker.dispatchFetch('http://bot.example/', { method: 'POST', body });
    return answer.status === 200 ? answer.json() : answer.text();
  }
  return { worker, say };
}

it.each([
  ['memory', {}],
  ['D1', { DB: 'bots' }],
] as const)(
  'one engine answers the requests of many visitors on %s, one after the other and at once',
  async (_, databases) => {
    const { worker, say } = start({ ...databases });
    const visitors = Array.from({ length: 5 }, (_each, index) => `visitor-${index}`);
    expect(await say('ana', 'Hi')).toEqual(['Your name?']);
    expect(await say('ana', 'Ana')).toEqual(['Hello Ana!']);
    expect(await Promise.all(visitors.map((each) => say(each, 'Hi')))).toEqual(visitors.map(() => ['Your name?']));
    expect(await Promise.all(visitors.map((each) => say(each, each)))).toEqual(
      visitors.map((each) => [`Hello ${each}!`]),
    );
    const cron = (await worker.getWorker()) as unknown as { scheduled(): Promise<{ readonly outcome: string }> };
    expect((await cron.scheduled()).outcome).toBe('ok');
    expect(await say('ana', 'Hi again')).toEqual(['Your name?']);
  },
);

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '../../storage/test/postgres/embedded-server.ts';
import { callToken } from './support/call-token.ts';
import { createTestFolder } from './support/test-folder.ts';

let postgres: EmbeddedServer;

beforeAll(async () => {
  postgres = await startEmbedded();
}, 120_000);
afterAll(() => postgres.stop());

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(100);
}

it('[SV73][HT64] a database that fails and recovers logs a line each, and one for each request in between', {
  timeout: 240_000,
}, async () => {
  const { serve, stop } = createTestFolder();
  const { line, server } = await serve('--database', postgres.url);
  const { agent = '', channel = '' } = line.tokens ?? {};
  const asAgent = { authorization: `Token ${agent}` };
  const origin = new URL(line.bots_url).origin;
  const bots = () => fetch(`${line.bots_url}/bots`, { headers: asAgent });
  expect((await bots()).status).toBe(200);

  await postgres.stopImmediately();
  const isLogged = (message: string) => server.logs().some(({ msg }) => msg === message);
  await until(() => isLogged('the store is away'));
  const said = { message: { type: 'text', message: 'Hi' }, customer: { name: 'Ada' } };
  const answers = [
    await bots(),
    await fetch(`${line.platform_url}channels/`, { headers: asAgent }),
    await fetch(`${origin}/chat/api/1`),
    await fetch(`${origin}/connect/any`),
    await fetch(`${origin}/sign-in`),
    await fetch(`${origin}/healthz`),
  ].map(({ status }) => status);
  answers.push((await callToken(`${line.chat_url}send/ada/`, channel, said)).status);
  // The page behind a link redirects an anonymous person to the sign-in, which reads no store.
  expect(answers).toEqual([502, 502, 502, 200, 200, 503, 502]);
  // Some polls of both workers, whose pauses grow to five seconds.
  await wait(8_000);

  await postgres.start();
  await until(() => isLogged('the store is back'));
  await until(async () => (await bots()).status === 200);
  expect(await stop(server)).toBe(0);

  const lines = server.logs().filter(({ msg }) => msg !== 'request');
  const outage = lines.filter(({ msg }) => /^the store is/.test(String(msg)));
  expect(outage).toMatchObject([
    { level: 'error', msg: 'the store is away', problem: expect.stringMatching(/^PostgreSQL cannot be reached: /) },
    { level: 'info', msg: 'the store is back', awayMs: expect.any(Number) },
  ]);
  expect(outage[1]?.['awayMs']).toBeGreaterThan(8_000);
  const faults = lines.filter(({ msg }) => msg === 'fault');
  expect(faults.length).toBeGreaterThanOrEqual(4);
  for (const { problem, requestId, err } of faults) {
    expect([problem, requestId, err]).toEqual([expect.any(String), expect.any(String), undefined]);
  }
  const failed = lines.filter(({ level, msg }) => level === 'error' && msg !== 'fault');
  expect(failed).toMatchObject([{ msg: 'the store is away' }]);
  expect(server.stderr()).not.toMatch(/"stack"|postgres:\/\/|:botwright@/);
});

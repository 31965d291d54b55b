import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { simulatedClock } from '@botwright/core/testing';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';
import { startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

const program = fileURLToPath(new URL('../support/worker-program.ts', import.meta.url));

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-processes-'));
  children = [];
});

afterEach(() => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function startWorkers(
  file: string,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<unknown[]> }> {
  const args = [...packageOptions, program, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout as NonNullable<typeof child.stdout>, 'data'), ended]);
  return { child, ended };
}

it('[CV56] a process that only runs conversations keeps running until it is stopped, and then ends', async () => {
  const { child, ended } = await startWorkers(join(folder, 'bots.db'));
  await pause(1_500);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 120_000);

it('[CV50][CV51] what kills every process is given up after the third, and all others are answered', async () => {
  const file = join(folder, 'bots.db');
  const storage = sqliteStorage({ file });
  const chat = await startChat({ storage, clock: simulatedClock(Date.now() - 10_000) });
  await chat.publish(echo);
  for (let count = 0; count < 20; count += 1) await chat.say('hi', `healthy-${count}`);
  await chat.say('poison', 'ill');
  await chat.say('hi', 'ill');

  const deaths: unknown[] = [];
  const isAnswered = async () => (await chat.transcript('ill')).at(-1) === 'bot: Your name?';
  while (deaths.length < 6 && !(await isAnswered())) {
    const { child, ended } = await startWorkers(file);
    const end = ended.then(([, signal]) => ({ signal }));
    let died: { readonly signal: unknown } | undefined;
    while (died === undefined && !(await isAnswered()))
      died = await Promise.race([end, pause(50).then(() => undefined)]);
    if (died === undefined) child.kill('SIGTERM');
    else deaths.push(died.signal);
    await ended;
  }
  expect(deaths).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect(await chat.transcript('ill')).toEqual([
    'customer: poison',
    'customer: hi',
    'sys: (error step_failed)',
    'bot: Your name?',
  ]);
  for (let count = 0; count < 20; count += 1) {
    expect(await chat.transcript(`healthy-${count}`)).toEqual(['customer: hi', 'bot: Your name?']);
  }
  await storage.close();
}, 240_000);

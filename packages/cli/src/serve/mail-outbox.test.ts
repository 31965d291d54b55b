import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mailOutbox } from './mail-outbox.ts';

it('[EM16] a mail becomes a file, and the oldest of more than 500 is removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (let at = 0; at < 500; at += 1) writeFileSync(join(folder, `2020-01-01T00-00-00.${1_000 + at}Z-x.json`), '');
  const outbox = mailOutbox({ folder, clock: { now: () => 1_800_000_000_000 } });
  const mail = { from: 'bots@example.com', to: ['a@x.org'], subject: 's', text: 't' };
  const sending = { id: '../c/1/1', brand: 'acme', workspace: 1, signal: new AbortController().signal };
  expect(await outbox.send(mail, sending)).toEqual({ kind: 'sent' });
  const names = readdirSync(folder).toSorted();
  expect([names.length, names[0]]).toEqual([500, '2020-01-01T00-00-00.1001Z-x.json']);
  const [newest = ''] = names.slice(-1);
  expect(newest).toMatch(/^2027-01-15T08-00-00\.000Z-[\da-f]{16}-1-[\da-f]{16}\.json$/);
  expect(JSON.parse(readFileSync(join(folder, newest), 'utf8'))).toEqual({
    id: '../c/1/1',
    brand: 'acme',
    at: '2027-01-15T08:00:00.000Z',
    ...mail,
  });
});

it('[EM22] the mails of the workspaces of a brand are listed, newest first', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mails-')), 'mail');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let now = Date.parse('2027-01-15T08:00:00Z');
  const outbox = mailOutbox({ folder, clock: { now: () => now } });
  const list = async (request: object = {}) => {
    const { items, total } = await outbox.list({ brand: 'acme', workspaces: [1, 3], offset: 0, limit: 10, ...request });
    return [items.map(({ mail, at }) => `${mail.subject} ${at - now}`), total];
  };
  expect(await list()).toEqual([[], 0]);
  const send = async (subject: string, brand: string, workspace: number) => {
    const mail = { from: 'bots@example.com', to: ['a@x.org'], subject, text: 't' };
    await outbox.send(mail, { id: subject, brand, workspace, signal: new AbortController().signal });
    now += 1_000;
  };
  await send('a', 'acme', 1);
  await send('b', 'globex', 1);
  await send('c', 'acme', 2);
  await send('d', 'acme', 3);
  await send('e', 'acme', 13);
  expect(await list()).toEqual([['d -2000', 'a -5000'], 2]);
  expect(await list({ offset: 1 })).toEqual([['a -5000'], 2]);
  expect(await list({ workspaces: [] })).toEqual([[], 0]);
  writeFileSync(join(folder, readdirSync(folder).toSorted().at(0) ?? ''), '{');
  expect(await list()).toEqual([['d -2000'], 2]);
});

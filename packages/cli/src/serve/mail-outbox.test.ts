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
  const sending = { id: '../c/1/1', brand: 'acme', signal: new AbortController().signal };
  expect(await outbox.send(mail, sending)).toEqual({ kind: 'sent' });
  const names = readdirSync(folder).toSorted();
  expect([names.length, names[0]]).toEqual([500, '2020-01-01T00-00-00.1001Z-x.json']);
  const [newest = ''] = names.slice(-1);
  expect(newest).toMatch(/^2027-01-15T08-00-00\.000Z-[\da-f]{16}\.json$/);
  expect(JSON.parse(readFileSync(join(folder, newest), 'utf8'))).toEqual({
    id: '../c/1/1',
    brand: 'acme',
    at: '2027-01-15T08:00:00.000Z',
    ...mail,
  });
});

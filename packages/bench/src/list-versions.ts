import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { compareArms } from './compare-arms.ts';

const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: '1000' },
    many: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'sqlite' },
    /** Bytes of each diagram. */
    bytes: { type: 'string', default: '200' },
  },
});
const [few, many] = [Number(options.few), Number(options.many)];
const diagramJson = JSON.stringify({ nodes: {}, connections: {}, text: 'x'.repeat(Number(options.bytes)) });
const batch = 2_000;

async function fill(storage: Storage, versions: number): Promise<number> {
  const bot = {
    id: 'b1',
    name: 'Bot',
    foldedName: 'bot',
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
  } as const;
  const made = { builder: 'current', channels: [], testChannel: 't', createdAt: 1, editedAt: 1 } as const;
  await storage.transaction('bench', (tx) => tx.bots.insert({ ...bot, ...made }));
  const startedAt = performance.now();
  for (let start = 0; start < versions; start += batch) {
    await storage.transaction('bench', async (tx) => {
      await tx.bots.lock('b1');
      for (let index = start; index < Math.min(start + batch, versions); index += 1) {
        const id = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
        const version = { id, botId: 'b1', publishedAt: index, publishedBy: 7, builder: 'current' } as const;
        await tx.versions.reserve({ ...version, diagramJson }, index);
        await tx.versions.reveal('b1', id, index);
      }
    });
  }
  return ((performance.now() - startedAt) / versions) * 1_000;
}

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
try {
  const open = (name: string): Storage =>
    options.store === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder, name), workLimitMs: 600_000 });
  const [small, large] = [open('small.db'), open('large.db')];
  console.log(`${options.store}: ${few} and ${many} versions of one bot`);
  const published = [await fill(small, few), await fill(large, many)];
  console.log(`a publication: ${published.map((us) => us.toFixed(1)).join(' and ')} µs`);
  const list = (storage: Storage, versions: number, part: number) =>
    storage.reader('bench').versions.list('b1', { page: 1 + Math.floor((versions * part) / 20), pageSize: 20 });
  for (const [title, part] of [
    ['first page', 0],
    ['page at half the list', 0.5],
    ['last page', 0.999],
  ] as const) {
    await compareArms(title, [() => list(small, few, part), () => list(large, many, part)]);
  }
  await Promise.all([small.close(), large.close()]);
} finally {
  rmSync(folder, { recursive: true });
}

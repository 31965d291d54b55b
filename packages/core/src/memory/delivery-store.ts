import { disableDelivery } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import { sliceOf } from '../domain/paging/offset.ts';
import { compareCodePoints } from '../domain/text.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { DeliveryListQuery, DeliveryReader, DeliveryRecord, DeliveryStore } from '../ports/delivery-store.ts';
import { frozenCopy } from './frozen-copy.ts';
import { type StoredDelivery, shareBodies, withoutLease } from './stored-delivery.ts';
import type { Read, WorkingState, Write } from './working-state.ts';

export function deliveryReader(read: Read): DeliveryReader {
  return {
    find: (id) => read((view) => view.delivery(id)?.record),
    list: (query) =>
      read((view) => {
        const matches = Iterator.from(view.deliveries())
          .map((stored) => stored.record)
          .filter((record) => isWanted(record, query))
          .toArray();
        return sliceOf(
          matches.sort((a, b) => compareCodePoints(b.id, a.id)),
          query,
        );
      }),
    findBody: (id) => read((view) => view.delivery(id)?.body?.text),
  };
}

export function deliveryStore(read: Read, write: Write): DeliveryStore {
  return {
    ...deliveryReader(read),

    add(deliveries) {
      const given = frozenCopy(deliveries);
      return write((state) => {
        const ids = given.map(({ id }) => id);
        if (new Set(ids).size < ids.length || ids.some((id) => state.delivery(id) !== undefined)) {
          throw new Error('The brand has a delivery with this id.');
        }
        const bodyOf = shareBodies();
        for (const each of given) state.putDelivery(state.newDelivery(each, bodyOf(each)));
        if (given.length > 0) state.queued.add('deliveries');
      });
    },

    endPending: (target, at) =>
      write((state) => {
        for (const stored of pendingOf(state, ({ record }) => isSameTarget(record.target, target))) {
          state.putDelivery(disabled(stored, at));
        }
      }),

    eraseOfCustomer: (customerNumber, at) => write((state) => erase(state, new Set([customerNumber]), at)),

    eraseOfBot: (botId, at) =>
      write((state) => {
        const customers = [...state.channels.rowsOf('bot', botId)].flatMap(({ number }) => [
          ...state.customers.rowsOf('channel', number),
        ]);
        erase(state, new Set(customers.map(({ number }) => number)), at);
      }),
  };
}

function erase(state: WorkingState, customers: ReadonlySet<number>, at: EpochMs): void {
  for (const stored of [...state.deliveries()]) {
    if (!customers.has(stored.record.customerNumber)) continue;
    const { body: _, ...bare } = stored.record.progress.state === 'pending' ? disabled(stored, at) : stored;
    state.putDelivery(bare);
  }
}

function pendingOf(state: WorkingState, isMeant: (stored: StoredDelivery) => boolean): readonly StoredDelivery[] {
  return [...state.deliveries()].filter((stored) => stored.record.progress.state === 'pending' && isMeant(stored));
}

function disabled(stored: StoredDelivery, at: EpochMs): StoredDelivery {
  const progress = frozenCopy(disableDelivery(stored.record.progress, at));
  return withoutLease({ ...stored, record: Object.freeze({ ...stored.record, progress }) });
}

function isWanted(record: DeliveryRecord, { workspaces, state, target }: DeliveryListQuery): boolean {
  return (
    workspaces.includes(record.workspace) &&
    (state === undefined || record.progress.state === state) &&
    (target === undefined || isSameTarget(record.target, target))
  );
}

function isSameTarget(a: DeliveryTarget, b: DeliveryTarget): boolean {
  return a.kind === b.kind && a.number === b.number;
}

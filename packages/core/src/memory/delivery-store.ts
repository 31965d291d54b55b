import { disableDelivery } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { DeliveryListQuery, DeliveryReader, DeliveryRecord, DeliveryStore } from '../ports/delivery-store.ts';
import type { Read, Write } from './access.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { type FiledDelivery, withoutLease } from './filed-delivery.ts';
import { frozenCopy } from './frozen-copy.ts';
import { keepBodies } from './kept-body.ts';
import { sliceOf } from './slice-of.ts';
import type { WorkingState } from './working-state.ts';

export function deliveryReader(read: Read): DeliveryReader {
  return {
    find: (id) => read((view) => view.delivery(id)?.record),
    list: (query) =>
      read((view) => {
        const matches = Iterator.from(view.deliveries())
          .map((filed) => filed.record)
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
        const bodyOf = keepBodies();
        for (const each of given) state.putDelivery(state.fileDelivery(each, bodyOf(each)));
      });
    },

    endPending: (target, at) =>
      write((state) => {
        for (const filed of pendingOf(state, ({ record }) => isSameTarget(record.target, target))) {
          state.putDelivery(disabled(filed, at));
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
  for (const filed of [...state.deliveries()]) {
    if (!customers.has(filed.record.customerNumber)) continue;
    const { body: _, ...bare } = filed.record.progress.state === 'pending' ? disabled(filed, at) : filed;
    state.putDelivery(bare);
  }
}

function pendingOf(state: WorkingState, isMeant: (filed: FiledDelivery) => boolean): readonly FiledDelivery[] {
  return [...state.deliveries()].filter((filed) => filed.record.progress.state === 'pending' && isMeant(filed));
}

function disabled(filed: FiledDelivery, at: EpochMs): FiledDelivery {
  const progress = frozenCopy(disableDelivery(filed.record.progress, at));
  return withoutLease({ ...filed, record: Object.freeze({ ...filed.record, progress }) });
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

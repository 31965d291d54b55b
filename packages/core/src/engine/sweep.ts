import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { AnyKind } from '../ports/record-kind.ts';
import { keyOf, type ListAnswer, type RecordStore, type Stored } from '../ports/record-store.ts';
import { accountConnections } from '../records/accounts.ts';
import { requests } from '../records/requests.ts';
import { versions } from '../records/versions.ts';
import { removeJournals } from './conversations/journals.ts';
import { eraseCustomer } from './customers/customer-records.ts';
import type { EngineParts } from './engine-parts.ts';
import { removeEvents } from './events/event-log.ts';
import { replayForMs } from './idempotent-request.ts';
import { tenantRecords } from './tenants/tenant-records.ts';
import { ask, getAny, removeAny } from './use-case/requests.ts';
import { runPlan } from './use-case/run-program.ts';
import { type Changes, load, type Part, useCaseOf } from './use-case/use-case.ts';

/** A reservation this old belongs to a publication that never ended. @spec VE27 */
const reservationLifeMs = 60 * 60 * 1_000;

/** Milliseconds for which the connection of an account can be read after its start. @spec CA8 */
const connectionLifeMs = 7 * 24 * 60 * 60 * 1_000;

/** @spec DI15 */
export const defaultDeliveryLifeMs = 30 * 24 * 60 * 60 * 1_000;

/** Deliveries removed in one transaction, so that other transactions can run in between. */
const prunedAtOnce = 1_000;

/** Visitors per list. */
const erasedAtOnce = 100;

/** Records per list, and so per batch at most. */
const removedAtOnce = 200;

interface SweptLives {
  /** How long finished deliveries stay stored. */
  readonly deliveryLifeMs: number;
  /** How long events stay stored. Absent: the engine keeps none. */
  readonly eventLifeMs: number | undefined;
  /** How long conversations stay in the journal. */
  readonly journalLifeMs: number;
}

type SweepDependencies = Pick<EngineParts, 'storage' | 'clock'>;

/**
 * Removes expired data of all brands.
 *
 * @spec VE27, ID10, DI15, CA8, VI7, EV19, JR9
 */
export async function sweep(
  { storage, clock }: SweepDependencies,
  { deliveryLifeMs, eventLifeMs, journalLifeMs }: SweptLives,
): Promise<void> {
  const now = clock.now();
  await removeOld(storage, versions, { list: 'reserved', field: 'reservedAt', before: now - reservationLifeMs });
  await removeOld(storage, requests, { list: 'old', field: 'since', before: now - replayForMs });
  const finishedBefore = now - deliveryLifeMs;
  while ((await storage.deliveryQueue.prune(finishedBefore, prunedAtOnce)) === prunedAtOnce);
  await removeOld(storage, accountConnections, {
    list: 'started',
    field: 'createdAt',
    before: now - connectionLifeMs,
  });
  if (eventLifeMs !== undefined) await removeEvents(storage, now - eventLifeMs);
  await removeJournals(storage, now - journalLifeMs);
  await eraseExpired({ storage, clock });
}

/**
 * Removes records whose moment in a field is before another one, in all brands, unless somebody changes them meanwhile.
 *
 * @param list - A list of the store in the order `oldest`, whose filter `before` is up to a moment.
 * @spec ST53, CA52
 */
export async function removeOld(
  storage: RecordStore,
  kind: AnyKind,
  { list, field, before }: { readonly list: string; readonly field: string; readonly before: EpochMs },
): Promise<void> {
  const isOld = ({ record }: Stored) => typeof record[field] === 'number' && record[field] < before;
  const listed = { do: 'list', kind: kind.name, list, order: 'oldest', within: [], heads: true } as const;
  const oldest = { ...listed, where: { before: before - 1 }, offset: 0, limit: removedAtOnce };
  for (;;) {
    const [{ items }] = (await storage.read('store', [oldest])) as [ListAnswer];
    for (const [brand = '', ofBrand] of Map.groupBy(items, (each) => each.brand)) {
      await runPlan(storage, { brand }, function* (writes) {
        const states = ofBrand.map(({ record }) => getAny(kind, keyOf(kind, record), { heads: true }));
        for (const stored of yield* ask(...states)) {
          if (stored !== undefined && isOld(stored)) writes.push(removeAny(kind, keyOf(kind, stored.record)));
        }
      });
    }
    if (items.length < removedAtOnce) return;
  }
}

/** Erases each visitor in a separate commit, unless they have spoken since the list. */
async function eraseExpired(dependencies: SweepDependencies): Promise<void> {
  const { storage, clock } = dependencies;
  for (;;) {
    const now = clock.now();
    const expired = await tenantRecords(storage).listExpiredCustomers(now, erasedAtOnce);
    for (const { brand, customerNumber } of expired) {
      const eraseSilent = function* (changes: Changes): Part<void> {
        const [customer] = yield* load({ kind: 'customer', number: customerNumber });
        if (customer?.expiresAt === undefined || customer.expiresAt > now) return;
        eraseCustomer(dependencies, changes, customer);
      };
      await storage.perform(brand, () => useCaseOf(eraseSilent));
    }
    if (expired.length < erasedAtOnce) return;
  }
}

import { randomUUID } from 'node:crypto';
import type {
  BatchOperation,
  DeliveryListQuery,
  DeliveryRecord,
  ListAnswer,
  ListRequest,
  NewDelivery,
  Storage,
  Stored,
} from '@botwright/core/ports';

/** The brand of all records. */
export const brand = 'bench';

/** @throws When the store does not commit. */
export async function commit(
  storage: Pick<Storage, 'commit'>,
  operations: readonly BatchOperation[],
  brandName: string = brand,
): Promise<void> {
  const outcome = await storage.commit({ brand: brandName }, { conditions: [], operations });
  if (outcome.kind !== 'committed') throw new Error(`The store answered ${outcome.kind}.`);
}

export function put(kind: string, record: object): BatchOperation {
  return { do: 'put', kind, record: { ...record }, version: randomUUID() };
}

export function addDeliveries(
  storage: Pick<Storage, 'commit'>,
  deliveries: readonly NewDelivery[],
  brandName?: string,
): Promise<void> {
  return commit(storage, [{ do: 'addDeliveries', deliveries }], brandName);
}

/** @returns The next numbers of a sequence, which rise. */
export async function nextNumbers(storage: Storage, sequence: string, count: number): Promise<readonly number[]> {
  const requests = Array.from({ length: count }, () => ({ do: 'number', sequence }) as const);
  const numbers = (await storage.read({ brand }, requests)) as readonly number[];
  return numbers.toSorted((a, b) => a - b);
}

/** Reads 20 records of a list. */
export async function readList(
  storage: Storage,
  request: Pick<ListRequest, 'kind' | 'list' | 'order' | 'where' | 'offset'> & Partial<ListRequest>,
): Promise<ListAnswer> {
  const [answer] = await storage.read({ brand }, [{ do: 'list', within: [], limit: 20, ...request }]);
  return answer as ListAnswer;
}

export interface Change {
  readonly key: string | number;
  readonly change: object;
}

/**
 * Changes records of a kind far from each other, as a use-case does, all in one commit.
 *
 * @returns Microseconds for each.
 */
export async function changeEach(storage: Storage, kind: string, changes: readonly Change[]): Promise<number> {
  const startedAt = performance.now();
  const requests = changes.map(({ key }) => ({ do: 'get', kind, key: [key], expect: true }) as const);
  const program = function* () {
    const found = (yield requests) as readonly Stored[];
    return { operations: changes.map(({ change }, index) => put(kind, { ...found[index]?.record, ...change })) };
  };
  const ran = await storage.exclusive?.({ brand }, program);
  if (ran?.committed.kind !== 'committed') throw new Error(`The store answered ${ran?.committed.kind}.`);
  return ((performance.now() - startedAt) / changes.length) * 1_000;
}

export async function listDeliveries(
  storage: Storage,
  query: DeliveryListQuery,
): Promise<{ readonly items: readonly DeliveryRecord[]; readonly total: number }> {
  const [answer] = await storage.read({ brand }, [{ do: 'deliveries', query }]);
  return answer as { readonly items: readonly DeliveryRecord[]; readonly total: number };
}

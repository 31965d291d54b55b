import type { AnyKind } from './record-kind.ts';
import type { BatchOperation } from './record-store.ts';
import type { QueuedWork } from './storage.ts';

/**
 * Makes a function that returns the members of `QueuedWork` about the records of a batch, which a store with
 * `onQueuedWork` calls for each commit.
 *
 * @param kinds - All kinds of the store.
 * @spec CV81, PG40
 */
export function announcements(
  kinds: readonly AnyKind[],
): (brand: string, operations: readonly BatchOperation[]) => Pick<QueuedWork, 'events' | 'customers' | 'brands'> {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const ownersOfCustomers = new Set<string>();
  for (const { announced, owner } of kinds) {
    if (typeof announced !== 'object') continue;
    for (let next = owner; next !== undefined; next = byName.get(next.kind)?.owner) ownersOfCustomers.add(next.kind);
  }

  return (brand, operations) => {
    const customers = new Set<number>();
    let hasEvents = false;
    let removesOwner = false;
    for (const operation of operations) {
      if ('customer' in operation) customers.add(operation.customer);
      if (operation.do !== 'put' && operation.do !== 'delete') continue;
      const { announced, key = [] } = byName.get(operation.kind) ?? {};
      if (announced === 'events') hasEvents = true;
      else if (announced !== undefined) {
        const field = announced.customer;
        customers.add(Number(operation.do === 'put' ? operation.record[field] : operation.key[key.indexOf(field)]));
      } else removesOwner ||= operation.do === 'delete' && ownersOfCustomers.has(operation.kind);
    }
    return {
      ...(hasEvents && { events: true }),
      ...(customers.size > 0 && { customers: [...customers] }),
      ...(removesOwner && { brands: [brand] }),
    };
  };
}

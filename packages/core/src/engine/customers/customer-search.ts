import { foldText } from '../../domain/fold-text.ts';
import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Timer } from '../../ports/clock.ts';
import type { CustomerSearchQuery, CustomerSearchStep } from '../../ports/customer-store.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { BrandReads } from '../events/engine-storage.ts';
import { keepAliveDuring } from '../keep-alive.ts';

/** How many customers to search before other work of the process may run: half a millisecond in SQLite. */
const customersInStep = 1_000;

type Search = Omit<CustomerSearchQuery, 'after' | 'limit'>;

/** The numbers of a part of a list, and how many there are in all. */
export interface FoundNumbers {
  readonly numbers: readonly number[];
  readonly total: number;
}

export type CustomerSearchDependencies = Pick<EngineParts, 'timer' | 'searches'>;

/**
 * Finds the numbers of customers by a text. Searches all customers of the brand, since the total must be exact. A customer who changes
 * during the search is compared once, in the state at that time.
 *
 * @throws {EngineError} `too_many_requests`
 * @spec CU46, CU48, CU49, PA7
 */
export function searchCustomers(
  { timer, searches }: CustomerSearchDependencies,
  { brand, reads }: { readonly brand: string; readonly reads: BrandReads },
  { text, ...search }: Search,
  range: OffsetRange,
): Promise<FoundNumbers> {
  const wanted = { ...search, text: foldText(text) };
  return keepAliveDuring(timer, () =>
    searches.run(brand, async () =>
      // Such a text has no visible character, and an incomprehensible filter must not find all customers.
      wanted.text === '' ? { numbers: [], total: 0 } : collectNumbers(timer, reads, wanted, range),
    ),
  );
}

async function collectNumbers(
  timer: Timer,
  reads: BrandReads,
  search: Search,
  { offset, limit }: OffsetRange,
): Promise<FoundNumbers> {
  const numbers: number[] = [];
  let total = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const step: CustomerSearchStep = await reads.load({
      kind: 'customerSearch',
      query: { ...search, after, limit: customersInStep },
    });
    const from = Math.max(0, offset - total);
    numbers.push(...step.numbers.slice(from, from + limit - numbers.length));
    total += step.numbers.length;
    after = step.next;
    if (after !== undefined) await timer.sleep(0);
  }
  return { numbers, total };
}

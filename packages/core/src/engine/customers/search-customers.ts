import type { Slice } from '../../domain/paging/page.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import type { OffsetRange } from '../../ports/channel-store.ts';
import type { CustomerReader, CustomerRecord, CustomerSearchQuery } from '../../ports/customer-store.ts';
import { readerOf, type Scope } from '../scope.ts';
import { whileAwake } from '../while-awake.ts';

/** Customers looked through before others have their turn: half a millisecond of work in SQLite. */
const customersInStep = 1_000;

type Search = Omit<CustomerSearchQuery, 'after' | 'limit'>;

/**
 * Finds customers by a text. All of the brand's are looked through, as the total is exact; what changes meanwhile is
 * seen as it is when its turn comes, and nobody is found twice.
 *
 * @throws {EngineError} `too_many_requests`
 * @spec CU46, CU48, CU49, PA7
 */
export function searchCustomers(
  scope: Scope,
  { text, ...search }: Search,
  range: OffsetRange,
): Promise<Slice<CustomerRecord>> {
  return whileAwake(scope.alarm, () =>
    scope.searches.run(scope.principal.brand, async () => {
      const { customers } = readerOf(scope);
      const wanted = { ...search, text: foldText(text) };
      const { numbers, total } = await collectNumbers(scope, customers, wanted, range);
      const found = await Promise.all(numbers.map((number) => customers.find(number)));
      return { items: found.filter((customer) => customer !== undefined), total };
    }),
  );
}

async function collectNumbers(
  { alarm }: Pick<Scope, 'alarm'>,
  customers: CustomerReader,
  search: Search,
  { offset, limit }: OffsetRange,
): Promise<{ readonly numbers: readonly number[]; readonly total: number }> {
  const numbers: number[] = [];
  let total = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const step = await customers.search({ ...search, after, limit: customersInStep });
    const from = Math.max(0, offset - total);
    numbers.push(...step.numbers.slice(from, from + limit - numbers.length));
    total += step.numbers.length;
    after = step.next;
    if (after !== undefined) await alarm.sleep(0);
  }
  return { numbers, total };
}

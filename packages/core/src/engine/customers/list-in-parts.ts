import { foldText } from '../../domain/fold-text.ts';
import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { utf8Length } from '../../domain/text.ts';
import type { Timer } from '../../ports/clock.ts';
import type {
  CustomerListQuery,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
} from '../../records/customers.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { BrandReads } from '../events/engine-storage.ts';
import { keepAliveDuring } from '../keep-alive.ts';

/** How many customers to search before other work of the process may run: half a millisecond in SQLite. */
const customersInStep = 1_000;

interface Searched extends Pick<EngineParts, 'timer' | 'searches'> {
  readonly brand: string;
  readonly reads: BrandReads;
}

type Search = Omit<CustomerSearchQuery, 'after' | 'limit'>;

/** The customers to list, by filters only or by a text too. */
export interface WantedCustomers extends OffsetRange {
  readonly filter: Omit<CustomerListQuery, 'offset' | 'limit' | 'fieldBytes'>;
  readonly search?: Pick<CustomerSearchQuery, 'by' | 'text'> | undefined;
}

/** The numbers of a part of a list, and how many there are in all. */
interface FoundNumbers {
  readonly numbers: readonly number[];
  readonly total: number;
}

/**
 * Finds the numbers of customers by a text. Searches all customers of the brand, since the total must be exact. A customer who changes
 * during the search is compared once, in the state at that time.
 *
 * @throws {EngineError} `too_many_requests`
 * @spec CU46, CU48, CU49, PA7
 */
function searchCustomers(
  { timer, searches, brand, reads }: Searched,
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

/**
 * Lists customers in parts, each with the total at the time of its read. A customer who is deleted between two parts
 * may hide another one; none comes twice.
 *
 * @param fieldBytes - Bytes of Fields after which a part ends, with one customer at least; `undefined`: one part.
 * @spec CU65
 */
export async function* listInParts(
  parts: Searched,
  { filter, search, offset, limit }: WantedCustomers,
  fieldBytes?: number,
): AsyncGenerator<Slice<CustomerRecord>, void, undefined> {
  const { reads } = parts;
  if (search !== undefined) {
    yield* findInParts(reads, await searchCustomers(parts, { ...filter, ...search }, { offset, limit }), fieldBytes);
    return;
  }
  const bound = fieldBytes === undefined ? {} : { fieldBytes };
  for (let [at, last] = [0, 0]; ; ) {
    const part = await reads.load({
      kind: 'customerList',
      query: { ...filter, ...bound, offset: offset + at, limit: limit - at },
    });
    const { items, total } = part;
    yield { items: last === 0 ? items : items.filter(({ number }) => number > last), total };
    at += items.length;
    last = items.at(-1)?.number ?? last;
    if (items.length === 0 || at >= limit || offset + at >= total) return;
  }
}

async function* findInParts(
  reads: BrandReads,
  { numbers, total }: FoundNumbers,
  fieldBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Slice<CustomerRecord>, void, undefined> {
  let items: CustomerRecord[] = [];
  let bytes = 0;
  for (const number of numbers) {
    const found = await reads.load({ kind: 'customer', number });
    if (found === undefined) continue;
    items.push(found);
    if (Number.isFinite(fieldBytes)) bytes += utf8Length(JSON.stringify(found.fields));
    if (bytes < fieldBytes) continue;
    yield { items, total };
    items = [];
    bytes = 0;
  }
  yield { items, total };
}

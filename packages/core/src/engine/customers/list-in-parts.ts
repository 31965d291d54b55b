import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { utf8Length } from '../../domain/text.ts';
import type { CustomerListQuery, CustomerRecord, CustomerSearchQuery } from '../../ports/customer-store.ts';
import type { BrandReads } from '../events/engine-storage.ts';
import { type CustomerSearchDependencies, searchCustomers } from './customer-search.ts';

/** The customers to list, by filters only or by a text too. */
export interface WantedCustomers extends OffsetRange {
  readonly filter: Omit<CustomerListQuery, 'offset' | 'limit' | 'fieldBytes'>;
  readonly search?: Pick<CustomerSearchQuery, 'by' | 'text'> | undefined;
}

export interface ListDependencies extends CustomerSearchDependencies {
  readonly brand: string;
  readonly reads: BrandReads;
}

/**
 * Lists customers in parts, each with the total at the time of its read. A customer who is deleted between two parts
 * may hide another one; none comes twice.
 *
 * @param fieldBytes - Bytes of Fields after which a part ends, with one customer at least; `undefined`: one part.
 * @spec CU65
 */
export async function* listInParts(
  dependencies: ListDependencies,
  { filter, search, offset, limit }: WantedCustomers,
  fieldBytes?: number,
): AsyncGenerator<Slice<CustomerRecord>, void, undefined> {
  const { brand, reads } = dependencies;
  if (search !== undefined) {
    const { numbers, total } = await searchCustomers(
      dependencies,
      { brand, reads },
      { ...filter, ...search },
      { offset, limit },
    );
    yield* findInParts(reads, { numbers, total }, fieldBytes);
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
  { numbers, total }: { readonly numbers: readonly number[]; readonly total: number },
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

import * as v from 'valibot';
import type { Customer } from '../../domain/customer/customer.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { countCodePoints } from '../../domain/text/plain-text.ts';
import { customerTexts } from '../../ports/customer-store.ts';
import { invalidParameters, plainText, shape } from '../input/read-input.ts';
import { offsetEntries } from '../input/read-offset.ts';
import { readWhole } from '../input/read-whole.ts';
import type { CustomerListRequest } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { toCustomer, withoutDestroyedBots } from './find-customer.ts';
import { searchCustomers } from './search-customers.ts';

/** In Unicode code points. No text that is looked through has more. */
const longestSearch = 255;

const requestShape = shape({
  ...offsetEntries,
  channel: v.optional(v.pipe(v.number(), v.safeInteger('Expected an integer.'))),
  agentId: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger('Expected an integer.')))),
  archived: v.optional(v.boolean()),
  optIn: v.optional(v.boolean()),
  searchBy: v.optional(v.picklist(customerTexts, `Expected one of ${customerTexts.join(', ')}.`)),
  search: v.optional(
    v.pipe(
      plainText,
      v.minLength(1, 'It is empty.'),
      v.check((text) => countCodePoints(text) <= longestSearch, `It has more than ${longestSearch} characters.`),
    ),
  ),
});

/** @spec CU28, CU29, CU46, CU47, CU64, PA6, PA7 */
export async function listCustomers(scope: Scope, request: CustomerListRequest = {}): Promise<Slice<Customer>> {
  const { channel, searchBy, search, offset, limit, ...rest } = readWhole(requestShape, request ?? {});
  if ((searchBy === undefined) !== (search === undefined)) {
    throw invalidParameters(
      search === undefined ? 'search' : 'searchBy',
      'It is required: a text and where to look for it go together.',
    );
  }
  const reader = readerOf(scope);
  const filter = {
    ...rest,
    ...(channel !== undefined && { channelNumber: channel }),
    workspaces: scope.principal.workspaces,
  };
  const { items, total } =
    searchBy !== undefined && search !== undefined
      ? await searchCustomers(scope, { ...filter, by: searchBy, text: search }, { offset, limit })
      : await reader.customers.list({ ...filter, offset, limit });
  return { items: (await withoutDestroyedBots(reader, items)).map(toCustomer), total };
}

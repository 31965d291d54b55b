import * as v from 'valibot';
import type { Customer } from '../../domain/customer/customer.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { shape } from '../input/read-input.ts';
import { offsetEntries } from '../input/read-offset.ts';
import { readWhole } from '../input/read-whole.ts';
import type { CustomerListRequest } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { toCustomer, withoutDestroyedBots } from './find-customer.ts';

const requestShape = shape({
  ...offsetEntries,
  channel: v.optional(v.pipe(v.number(), v.safeInteger('Expected an integer.'))),
  agentId: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger('Expected an integer.')))),
  archived: v.optional(v.boolean()),
  optIn: v.optional(v.boolean()),
});

/** @spec CU28, CU29, CU64, PA6, PA7 */
export async function listCustomers(scope: Scope, request: CustomerListRequest = {}): Promise<Slice<Customer>> {
  const { channel, ...query } = readWhole(requestShape, request ?? {});
  const reader = readerOf(scope);
  const { items, total } = await reader.customers.list({
    ...query,
    ...(channel !== undefined && { channelNumber: channel }),
    workspaces: scope.principal.workspaces,
  });
  return { items: (await withoutDestroyedBots(reader, items)).map(toCustomer), total };
}

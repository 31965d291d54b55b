import type { Message } from '../../domain/message/message.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { readOffset } from '../input/read-offset.ts';
import type { OffsetRequest } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';

/** @spec CU28, MS43, PA6, PA7 */
export async function listMessages(scope: Scope, number: number, request: OffsetRequest = {}): Promise<Slice<Message>> {
  const reader = readerOf(scope);
  const customer = await findCustomer(scope, reader, number);
  return reader.messages.list(customer.number, readOffset(request));
}

import type { Message } from '../domain/message/message.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { OffsetRange } from './channel-store.ts';

export interface MessageReader {
  /** Newest first, which is by descending `seq`. @spec ST73 */
  list(customerNumber: number, range: OffsetRange): Promise<Slice<Message>>;
}

export interface MessageStore extends MessageReader {
  /**
   * A fault when the customer is neither claimed nor inserted, has a message with this `uuid`, or when `seq` is not the
   * one after its last message's: numbers without a gap tell the total.
   *
   * @spec ST67, ST74
   */
  insert(customerNumber: number, message: Message): Promise<void>;
}

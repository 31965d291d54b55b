import type { Message } from '../domain/message/message.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { OffsetRange } from './channel-store.ts';

export interface MessageReader {
  /** Newest first, which is by descending `seq`. */
  list(customerNumber: number, range: OffsetRange): Promise<Slice<Message>>;
}

export interface MessageStore extends MessageReader {
  /** A fault when the customer is neither claimed nor inserted, or has a message with this `seq` or `uuid`. */
  insert(customerNumber: number, message: Message): Promise<void>;
}

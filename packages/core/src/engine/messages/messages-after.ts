import type { Message } from '../../domain/message/message.ts';
import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { utf8Length } from '../../domain/text.ts';

/** Lists a part of the messages of a customer, newest first. */
export type ListMessages = (range: OffsetRange) => Promise<Slice<Message>>;

/** Messages of a page, and bytes of their JSON; one message may be larger. */
const pageSize = 100;
const pageBytes = 131_072;

/** The number of messages in the first read, when their length is unknown. */
const firstPart = 8;
/** The factor by which the next read grows when the messages were short. */
const partGrowth = 3;

/**
 * The oldest messages after a position, at most a page of them. They are read in parts, since a visitor can fill a page
 * with long ones.
 *
 * @spec VI17
 */
export async function messagesAfter(list: ListMessages, after: number): Promise<readonly Message[]> {
  const page: Message[] = [];
  let { total } = await list({ offset: 0, limit: 0 });
  let bytes = 0;
  let limit = firstPart;
  while (page.length < pageSize && total > after + page.length) {
    const part = await partAfter(list, { after: after + page.length, limit, total });
    if (part.items.length === 0) break;
    for (const message of part.items) {
      bytes += utf8Length(JSON.stringify(message));
      if (bytes > pageBytes && page.length > 0) return page;
      page.push(message);
    }
    ({ total } = part);
    const fitting = Math.ceil(((pageBytes - bytes) * page.length) / bytes);
    limit = Math.max(1, Math.min(limit * partGrowth, fitting, pageSize - page.length));
  }
  return page;
}

/** All messages after a position, oldest first. @param lastSeq - The number of the customer's last message. */
export async function allMessagesAfter(
  list: ListMessages,
  after: number,
  lastSeq: number,
): Promise<readonly Message[]> {
  for (let last = lastSeq; ; ) {
    const { items } = await list({ offset: 0, limit: Math.max(0, last - after) });
    const newest = items[0]?.seq ?? last;
    if (newest <= last) return items.filter(({ seq }) => seq > after).toReversed();
    // New messages came, and pushed the oldest ones out of this list.
    last = newest;
  }
}

/** The oldest messages after a position, and the total number of messages. */
async function partAfter(
  list: ListMessages,
  { after, limit: wanted, total: known }: { readonly after: number; readonly limit: number; readonly total: number },
): Promise<{ readonly items: readonly Message[]; readonly total: number }> {
  let total = known;
  while (total > after) {
    const limit = Math.min(wanted, total - after);
    const page = await list({ offset: total - after - limit, limit });
    ({ total } = page);
    const items = page.items.filter(({ seq }) => seq > after).toReversed();
    if (items[0]?.seq === after + 1) return { items, total };
    // New messages came, and moved the older ones in this list. A deleted customer has no messages.
  }
  return { items: [], total };
}

import type { Message } from '../../domain/message/message.ts';
import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { utf8Length } from '../../domain/text.ts';

/** Lists a part of the messages of a customer, newest first. */
export type ListMessages = (range: OffsetRange) => Promise<Slice<Message>>;

/** Messages of a page, and bytes of their JSON; one message may be larger. */
const pageSize = 100;
const pageBytes = 131_072;

/** Messages that are read at first, when nothing is known of their length. */
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

/** The oldest messages after a position, and how many there are in all. */
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
    // New messages came, and moved the older ones in this list. A deleted customer has none.
  }
  return { items: [], total };
}

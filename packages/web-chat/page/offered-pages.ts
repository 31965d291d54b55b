import type { Message, MessageData, OfferedPage } from './wire.ts';

/** After a press, in milliseconds. Browsers block pages that open later, and visitors do not expect them. */
const longestAfterPress = 1_000;

/**
 * The page to open by itself: the last one that a new message offers, right after a press of the visitor.
 *
 * @param handled - `seq` of the last message that is not new.
 * @param sincePress - Milliseconds since the last press.
 * @spec LG30
 */
export function offeredAfterPress(
  messages: readonly Message[],
  handled: number,
  sincePress: number,
): OfferedPage | undefined {
  if (sincePress > longestAfterPress) return undefined;
  return messages
    .filter(({ seq }) => seq > handled)
    .map(offeredPage)
    .findLast((page) => page !== undefined);
}

/** The page that a message of the bot offers. Another address than of the web is none. */
export function offeredPage({
  sender,
  data: { open },
}: {
  readonly sender: Pick<Message['sender'], 'type'>;
  readonly data: Pick<MessageData, 'open'>;
}): OfferedPage | undefined {
  return sender.type === 'bot' && open !== undefined && /^https?:\/\//i.test(open.url) ? open : undefined;
}

/**
 * The origin of the page that frames this one: a message to another page never arrives.
 *
 * @param ancestor - As the browser knows it; some browsers do not say it.
 * @returns `undefined` for a page without an origin, or one that hides it.
 * @spec LG31
 */
export function parentOrigin(ancestor: string | undefined, referrer: string): string | undefined {
  const origin = ancestor ?? (URL.canParse(referrer) ? new URL(referrer).origin : 'null');
  return origin === 'null' ? undefined : origin;
}

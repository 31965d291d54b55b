import type { BotMessage, VisitorInput } from '@botwright/core/conversation';
import { looksLike, namesAfter } from '../texts/code-points.ts';

interface Button {
  readonly label: string;
  readonly payload: string;
}

/** The buttons of the last message that has any. */
export function buttonsOf(messages: readonly BotMessage[]): readonly Button[] {
  const dialog = messages.findLast((message) => message.type === 'dialog' || message.type === 'media_dialog');
  return dialog?.buttons.map((label, at) => ({ label, payload: dialog.payloads[at] as string })) ?? [];
}

/**
 * @param findEarlier - Finds the message with the buttons of the question that waits.
 * @throws {Error} When the messages offer no such button.
 * @spec TE5, TE72
 */
export function pressed(
  messages: readonly BotMessage[],
  wanted: string,
  findEarlier: () => BotMessage | undefined = () => undefined,
): VisitorInput {
  const buttons = buttonsOf(messages);
  const findWanted = (each: readonly Button[]) =>
    each.find(({ payload }) => payload === wanted) ?? each.find(({ label }) => label === wanted);
  const findBefore = (): Button | undefined => {
    const earlier = findEarlier();
    return earlier && findWanted(buttonsOf([earlier]));
  };
  const button = findWanted(buttons) ?? findBefore();
  if (button === undefined) throw new Error(noSuchButton(buttons, wanted));
  return { type: 'text', text: button.label, payload: button.payload };
}

function noSuchButton(buttons: readonly Button[], wanted: string): string {
  const alike = buttons.flatMap(({ label, payload }) => [label, payload]).find((each) => looksLike(wanted, each));
  const offered = buttons.map(({ label, payload }) => {
    const [ofLabel, ofPayload] = [label, payload].map((each) => namesAfter(each, each === alike ? wanted : undefined));
    return `"${label}"${ofLabel} (${payload}${ofPayload})`;
  });
  return `The bot offers no button "${wanted}"${namesAfter(wanted, alike)}. It offers ${offered.join(', ') || 'none'}.`;
}

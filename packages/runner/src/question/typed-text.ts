import type { VisitorMessage } from '../message/message.ts';

/** What the visitor typed, without the space around it; `undefined` for media, a place and nothing at all. @spec RN54 */
export function typedText(message: VisitorMessage): string | undefined {
  if (message.type !== 'text') return undefined;
  const text = message.text.trim();
  return text === '' ? undefined : text;
}

import { countCodePoints, isPlainText } from './text.ts';

/** The kinds of channels that are shipped. A host may add others. */
export const channelFamilies = ['native', 'msgapp', 'facebook', 'apichat'] as const;

/**
 * Names the block with which a bot greets visitors on channels of this family.
 *
 * @spec RU20
 */
export function greetingSlotOf(channelFamily: string): string {
  return channelFamily === 'native' ? 'welcome' : 'bot_start';
}

/** A channel as it was when a version was published. */
export interface ChannelSnapshot {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** In Unicode code points. */
export const maxChannelNameLength = 255;

/**
 * @returns The name as it is stored, or `undefined` when it is not accepted.
 * @spec CH5
 */
export function acceptChannelName(text: string): string | undefined {
  const name = text.trim();
  if (name === '' || !isPlainText(name) || countCodePoints(name) > maxChannelNameLength) return undefined;
  return name;
}

/** Whether a text can be the token of a channel: 16 to 1,024 visible ASCII characters. @spec CH8 */
export function isChannelToken(text: string): boolean {
  return /^[\x21-\x7e]{16,1024}$/.test(text);
}

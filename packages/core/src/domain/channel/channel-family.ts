/** Where a bot can live. A host may have others. */
export const channelFamilies = ['native', 'msgapp', 'facebook', 'apichat'] as const;

/**
 * Names the block that a visitor of this family is answered with first.
 *
 * @spec RU20
 */
export function greetingSlotOf(channelFamily: string): string {
  return channelFamily === 'native' ? 'welcome' : 'bot_start';
}

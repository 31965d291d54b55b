import { startPointId } from './diagram/diagram.ts';
import { acceptName } from './text.ts';

/** The shipped kinds of channels. A host may add others. */
export const channelFamilies = ['native', 'msgapp', 'facebook', 'apichat'] as const;

/** A channel family of a host. */
export interface ChannelFamily {
  /** Such as `kiosk`: the `channel_family` of bots and the `type` of channels. */
  readonly name: string;
  /** Id of the greeting block. Default: `bot_start`. */
  readonly greetingSlot?: string;
  /**
   * Names of the blocks that run on it, also if their definitions name other families. Default: the blocks whose
   * definition names this family, or no family.
   */
  readonly blocks?: readonly string[];
}

/**
 * Reads the channel families of a host.
 *
 * @throws {TypeError} When a family is malformed, has the name of another or of a shipped one, or a malformed slot.
 * @spec CH31
 */
export function readChannelFamilies(given: readonly (string | ChannelFamily)[]): readonly ChannelFamily[] {
  const families = given.map((each) => (typeof each === 'string' ? { name: each } : each));
  const names = new Set<string>(channelFamilies);
  for (const { name, greetingSlot, blocks } of families) {
    const refuse = (problem: string): never => {
      throw new TypeError(`Channel family ${JSON.stringify(name)}: ${problem}.`);
    };
    if (typeof name !== 'string' || name.trim() === '') refuse('it needs a name');
    if (names.has(name)) refuse('the name is taken');
    names.add(name);
    const isSlot = typeof greetingSlot === 'string' && greetingSlot.trim() !== '' && greetingSlot !== startPointId;
    if (greetingSlot !== undefined && !isSlot) refuse('"greetingSlot" must be the id of a block that is not the start');
    if (blocks !== undefined && !(Array.isArray(blocks) && blocks.every((block) => typeof block === 'string'))) {
      refuse('"blocks" must be a list of names of blocks');
    }
  }
  return families;
}

/**
 * The id of the greeting block on channels of this family.
 *
 * @spec RU20
 */
export function greetingSlotOf(channelFamily: string): string {
  return channelFamily === 'native' ? 'welcome' : 'bot_start';
}

/** A channel at the publication of a version. */
export interface ChannelSnapshot {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** In Unicode code points. */
export const maxChannelNameLength = 255;

/**
 * @returns The stored form of the name; `undefined` if it is not accepted.
 * @spec CH5
 */
export function acceptChannelName(text: string): string | undefined {
  return acceptName(text, maxChannelNameLength);
}

/** Whether a text can be the token of a channel: 16 to 1,024 visible ASCII characters. @spec CH8 */
export function isChannelToken(text: string): boolean {
  return /^[\x21-\x7e]{16,1024}$/.test(text);
}

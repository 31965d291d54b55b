import { startPointId } from './diagram/diagram.ts';
import { acceptName } from './text.ts';

/** The shipped kinds of channels. A host may add others. */
export const channelFamilies = ['native', 'msgapp', 'facebook', 'apichat'] as const;

/** Features of a channel family. Bots send texts, media and dialogs in place of the other ones. */
export interface ChannelCapabilities {
  /** Marks in texts. Default: none. */
  readonly rich_text?: RichText;
  /** The most buttons of one dialog, and the most code points of a label. Default: unbounded. */
  readonly buttons?: { readonly most?: number; readonly label?: number };
  /** Cards to choose from. Default: pictures and buttons take their place. */
  readonly cards?: boolean;
  /** Several choices at once, and ratings. Default: numbered lines and buttons take their place. */
  readonly choices?: boolean;
  /** A sign that the bot is typing. */
  readonly typing?: boolean;
  /** A button that opens a page. */
  readonly open_url?: boolean;
  /** Files of the visitor. */
  readonly upload?: boolean;
}

const richTexts = ['none', 'markdown', 'messenger'] as const;
type RichText = (typeof richTexts)[number];

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
  /** Default: the result of `capabilitiesOf`. */
  readonly can?: ChannelCapabilities;
}

/**
 * Reads the channel families of a host. An entry with the name of a shipped family has only `can`.
 *
 * @throws {TypeError} When a family is malformed, has the name of another or of a shipped one, or a malformed slot.
 * @spec CH31, CX2
 */
export function readChannelFamilies(given: readonly (string | ChannelFamily)[]): readonly ChannelFamily[] {
  const families = given.map((each) => (typeof each === 'string' ? { name: each } : each));
  const names = new Set<string>();
  for (const { name, greetingSlot, blocks, can } of families) {
    const refuse = (problem: string): never => {
      throw new TypeError(`Channel family ${JSON.stringify(name)}: ${problem}.`);
    };
    if (typeof name !== 'string' || name.trim() === '') refuse('it needs a name');
    const isShipped = (channelFamilies as readonly string[]).includes(name);
    const saysOnlyCan = can !== undefined && greetingSlot === undefined && blocks === undefined;
    if (names.has(name) || (isShipped && !saysOnlyCan)) refuse('the name is taken');
    names.add(name);
    const isSlot = typeof greetingSlot === 'string' && greetingSlot.trim() !== '' && greetingSlot !== startPointId;
    if (greetingSlot !== undefined && !isSlot) refuse('"greetingSlot" must be the id of a block that is not the start');
    if (blocks !== undefined && !(Array.isArray(blocks) && blocks.every((block) => typeof block === 'string'))) {
      refuse('"blocks" must be a list of names of blocks');
    }
    const fault = can === undefined ? undefined : capabilityFault(can);
    if (fault !== undefined) refuse(fault);
  }
  return families;
}

const capabilities: Readonly<Record<keyof ChannelCapabilities, (value: unknown) => boolean>> = {
  rich_text: (value) => (richTexts as readonly unknown[]).includes(value),
  buttons: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, most]) => ['most', 'label'].includes(name) && isBound(most)),
  cards: isBoolean,
  choices: isBoolean,
  typing: isBoolean,
  open_url: isBoolean,
  upload: isBoolean,
};

/** @spec CX2 */
function capabilityFault(can: unknown): string | undefined {
  if (typeof can !== 'object' || can === null) return '"can" must be an object';
  const wrong = Object.entries(can).find(
    ([name, value]) => !(Object.hasOwn(capabilities, name) && capabilities[name as keyof ChannelCapabilities](value)),
  );
  return wrong && `"can" has an unknown or malformed member "${wrong[0]}"`;
}

function isBound(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

const everything: ChannelCapabilities = {
  rich_text: 'markdown',
  cards: true,
  choices: true,
  typing: true,
  open_url: true,
  upload: true,
};
const plain: ChannelCapabilities = {};

/** The features of a family without `can`: all on `native`; otherwise texts, media and any buttons. @spec CX1 */
export function capabilitiesOf(channelFamily: string): ChannelCapabilities {
  return channelFamily === 'native' ? everything : plain;
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
  /** UUID in lower case. */
  readonly id: string;
  /** For people; 1 to 255 Unicode code points. */
  readonly name: string;
  /** Its family: `native`, `msgapp`, `facebook`, `apichat` or a family of the host. */
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

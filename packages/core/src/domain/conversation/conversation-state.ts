import { isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';

/**
 * The state of a conversation between two inputs. Plain JSON: store it with the customer and pass it to the next step.
 * It does not contain the customer's Fields.
 */
export interface ConversationState {
  readonly version: 1;
  /** Id of the conversation, unique, chosen by the host. */
  readonly conversation: string;
  /** Number of the current bot. */
  readonly bot: number;
  /** The number of inputs that changed the state. */
  readonly turn: number;
  readonly at: Position;
  /** Absent before the first dialog, and in states of earlier releases. */
  readonly buttons?: OfferedButtons;
  /** The keys that blocks remember until the conversation begins again; absent before the first. */
  readonly remembered?: readonly string[];
}

/** The offered payloads of dialogs in a conversation. */
export interface OfferedButtons {
  /** The payloads of the waiting question. */
  readonly open: readonly string[];
  /** Number of the last message before this question; absent if the host does not number messages. */
  readonly since?: number;
  /** The payloads of answered or left questions, newest first; bounded. */
  readonly answered: readonly string[];
}

/** The place of a conversation in its bot, stored after each step. */
export type Position =
  /** Not begun. */
  | { readonly kind: 'new' }
  /** At a block that waits for the visitor. */
  | (BlockPosition<'answer'> & { readonly expects?: ExpectedInput })
  /** At a block that waits for the outcome of an effect. */
  | (BlockPosition<'result'> & Awaiting)
  /** Between two bots. `node` is the target block in the other bot. */
  | ({ readonly kind: 'jump'; readonly bot: number; readonly node?: string } & Awaiting)
  /** An agent took the conversation over. */
  | { readonly kind: 'agent' }
  /** Asked for feedback. */
  | { readonly kind: 'feedback'; readonly asked: 'rating' | 'rating_again' }
  | { readonly kind: 'feedback'; readonly asked: 'comment'; readonly rating: Rating }
  /** Ended. The visitor's next message begins a new conversation. */
  | { readonly kind: 'ended'; readonly reason: 'closed' | 'dead_end' | 'error' };

/** The expected answer, for a page that helps the visitor to give it. */
export interface ExpectedInput {
  readonly kind: ExpectedKind;
  /** Shown in an empty field. */
  readonly placeholder?: string;
  /** Label of the button that sends. */
  readonly sendLabel?: string;
  /** Least number, choices or rating. */
  readonly min?: number;
  /** Most number, choices or rating. */
  readonly max?: number;
  /** Kinds of file that are taken: `image`, `video`, `audio`, `document` or MIME types. */
  readonly accept?: readonly string[];
  /** Format of the text to send, such as `dd/MM/yyyy` for a date from a calendar. */
  readonly format?: string;
  readonly choices?: readonly ExpectedChoice[];
}

/** One offered choice. A page sends `payload`, or `label`, to choose it. */
export interface ExpectedChoice {
  readonly payload: string;
  readonly label: string;
}

export type ExpectedKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'number'
  | 'url'
  | 'date'
  | 'file'
  | 'name'
  | 'choice'
  | 'choices'
  | 'rating';

interface BlockPosition<TKind extends string> {
  readonly kind: TKind;
  readonly node: string;
  /** Template of the block. If the template changes before the answer comes, the answer is not for the block. */
  readonly template: string;
  /** Data of the block for its continuation. */
  readonly memory: JsonObject;
}

interface Awaiting {
  /** Id of the effect. */
  readonly effect: string;
  readonly spent: RunCounts;
}

/** The numbers of entered blocks and awaited effects since the visitor's last message. */
export interface RunCounts {
  readonly blocks: number;
  readonly effects: number;
}

export type Rating = 'positive' | 'negative';

/**
 * Makes the state of a new conversation.
 *
 * @param conversation - Id, unique for the host: ids of effects are derived from it.
 * @spec RN3
 */
export function createConversation(conversation: string, bot: number): ConversationState {
  return { version: 1, conversation, bot, turn: 0, at: { kind: 'new' } };
}

/** Whether a member of a position has an allowed value. */
type MemberCheck = (value: unknown) => boolean;

const isText: MemberCheck = (value) => typeof value === 'string';
const isCount: MemberCheck = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isTexts: MemberCheck = (value) => Array.isArray(value) && value.every(isText);
const isRunCounts = objectOf({ blocks: isCount, effects: isCount });
const isNumber: MemberCheck = (value) => typeof value === 'number';
const isChoices: MemberCheck = (value) => Array.isArray(value) && value.every(isJsonObject);
const isExpectedInput = optional(
  objectOf({
    kind: isText,
    placeholder: optional(isText),
    sendLabel: optional(isText),
    min: optional(isNumber),
    max: optional(isNumber),
    accept: optional(isTexts),
    format: optional(isText),
    choices: optional(isChoices),
  }),
);
const isOfferedButtons = optional(objectOf({ open: isTexts, since: optional(isCount), answered: isTexts }));

const awaiting = { effect: isText, spent: isRunCounts };
const atBlock = { node: isText, template: isText, memory: isJsonObject };

const positions: Readonly<Record<Position['kind'], Readonly<Record<string, MemberCheck>>>> = {
  new: {},
  answer: { ...atBlock, expects: isExpectedInput },
  result: { ...atBlock, ...awaiting },
  jump: { bot: isCount, node: optional(isText), ...awaiting },
  agent: {},
  feedback: { asked: oneOf('rating', 'rating_again', 'comment') },
  ended: { reason: oneOf('closed', 'dead_end', 'error') },
};

/**
 * Reads a state that this version or an earlier one stored.
 *
 * @returns `undefined` for anything else, such as the state of a later version.
 * @spec RN4
 */
export function readConversationState(stored: unknown): ConversationState | undefined {
  const isVersion: MemberCheck = (value) => value === 1;
  const members = {
    conversation: isText,
    bot: isCount,
    turn: isCount,
    at: isPosition,
    buttons: isOfferedButtons,
    remembered: optional(isTexts),
  };
  return objectOf({ version: isVersion, ...members })(stored) ? (stored as ConversationState) : undefined;
}

function isPosition(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const kind = ownMember(value, 'kind');
  if (typeof kind !== 'string' || !Object.hasOwn(positions, kind)) return false;
  if (!objectOf(positions[kind as Position['kind']])(value)) return false;
  return ownMember(value, 'asked') !== 'comment' || oneOf('positive', 'negative')(ownMember(value, 'rating'));
}

function objectOf(checks: Readonly<Record<string, MemberCheck>>): MemberCheck {
  const all = Object.entries(checks);
  return (value) => isJsonObject(value) && all.every(([member, check]) => check(ownMember(value, member)));
}

function optional(check: MemberCheck): MemberCheck {
  return (value) => value === undefined || check(value);
}

function oneOf(...values: readonly string[]): MemberCheck {
  return (value) => typeof value === 'string' && values.includes(value);
}

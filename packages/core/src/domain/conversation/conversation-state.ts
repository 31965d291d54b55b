import { isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { TextMessage } from './messages.ts';
import type { Wordings } from './wordings.ts';

/**
 * The state of a conversation between two inputs. Plain JSON: store it with the customer and pass it to the next step.
 * It does not contain the customer's Fields.
 */
export interface ConversationState {
  /** The form of the state. */
  readonly version: 1;
  /** Id of the conversation, unique, chosen by the host. */
  readonly conversation: string;
  /** Number of the current bot. */
  readonly bot: number;
  /** The number of inputs that changed the state. */
  readonly turn: number;
  /** Where it stands: at a block, with an agent, ended, or not begun. */
  readonly at: Position;
  /** Absent before the first dialog, and in states of earlier releases. */
  readonly buttons?: OfferedButtons;
  /** The calls that have not returned, the last one at the end. Absent: none. */
  readonly stack?: readonly CallFrame[];
  /** Absent until a block with several wordings speaks. */
  readonly wordings?: Wordings;
  /** The keys that blocks remember until the conversation begins again; absent before the first. */
  readonly remembered?: readonly string[];
  /** The last text of the bot since the visitor wrote, in a bot with words after which it comes back. */
  readonly said?: TextMessage;
}

/**
 * A call that has not returned: the block that called, which the conversation leaves when the call returns. With
 * `again` the block waited when the visitor typed words that come back: the conversation enters it again.
 */
export interface CallFrame {
  /** Number of the bot with the block. */
  readonly bot: number;
  /** Id of the block that called. */
  readonly node: string;
  /** Template of the block at the call. If the template changes before the return, the call is lost. */
  readonly template: string;
  /** Present: the conversation enters the block again, in place of leaving it. */
  readonly again?: true;
  /** The memory of a block with `comeBack`. */
  readonly memory?: JsonObject;
  /** The text before a question without words. */
  readonly said?: TextMessage;
}

/** The most calls that have not returned. @spec CG5 */
export const mostCalls = 20;

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
  /** At a block that waits for the visitor, until its time-out if it has one. */
  | (BlockPosition<'answer'> & Partial<TimeOut> & { readonly expects?: ExpectedInput })
  /** At a block that waits for a moment. */
  | (BlockPosition<'pause'> & TimeOut & PauseManner)
  /** At a block that waits for the outcome of an effect. */
  | (BlockPosition<'result'> & Awaiting)
  /** Between two bots. `node` is the target block in the other bot; `returns` is the call that returns to it. */
  | ({ readonly kind: 'jump'; readonly bot: number; readonly node?: string; readonly returns?: CallFrame } & Awaiting)
  /** An agent took the conversation over. */
  | { readonly kind: 'agent' }
  /** Asked for feedback. */
  | { readonly kind: 'feedback'; readonly asked: 'rating' | 'rating_again' }
  | { readonly kind: 'feedback'; readonly asked: 'comment'; readonly rating: Rating }
  /** Ended. The visitor's next message begins a new conversation. */
  | { readonly kind: 'ended'; readonly reason: 'closed' | 'dead_end' | 'error' };

/** The expected answer, for a page that helps the visitor to give it. */
export interface ExpectedInput {
  /** Decides the control of a page. */
  readonly kind: ExpectedKind;
  /** Shown in an empty field. */
  readonly placeholder?: string;
  /** Label of the button that sends. */
  readonly sendLabel?: string;
  /** Least number, choices or rating. */
  readonly min?: number;
  /** Most number, choices or rating; for a file its most bytes. */
  readonly max?: number;
  /** Kinds of file that are taken: `image`, `video`, `audio`, `document` or MIME types. Absent: every file. */
  readonly accept?: readonly string[];
  /** Format of the text to send, such as `dd/MM/yyyy` for a date from a calendar. */
  readonly format?: string;
  /** The offered choices; for several files the one that ends them. */
  readonly choices?: readonly ExpectedChoice[];
  /** Sign of a rating: `number`, `star`, `heart` or `smiley`. */
  readonly icon?: string;
  /** Meaning of the lowest rating. */
  readonly lowLabel?: string;
  /** Meaning of the highest rating. */
  readonly highLabel?: string;
}

/**
 * One offered choice. A page sends `payload`, or `label`, to choose it. For several `choices` it sends their payloads,
 * one a line, and `-` for none.
 */
export interface ExpectedChoice {
  /** Unique among the offered choices. */
  readonly payload: string;
  /** Text of the button, or title of the card. */
  readonly label: string;
  /** Text of a card. */
  readonly text?: string;
  /** Address of the picture of a card. */
  readonly image?: string;
  /** Address that choosing the card opens. */
  readonly url?: string;
  /** Label of the button of a card. */
  readonly action?: string;
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

/** The end of a wait. An input `timeout` with the turn of the state goes on from there. */
interface TimeOut {
  /** The end of the wait. */
  readonly until: EpochMs;
  /** What the run had used of its budgets when it began to wait. */
  readonly spent: RunCounts;
}

/** How the bot waits for a moment. */
export interface PauseManner {
  /** It seems to type. */
  readonly typing?: true;
  /** The visitor's next message ends the wait. Absent: messages are read after it. */
  readonly interruptible?: true;
}

interface BlockPosition<TKind extends string> {
  /** Why the conversation waits there. */
  readonly kind: TKind;
  /** Id of the block. */
  readonly node: string;
  /** Template of the block. If the template changes before the answer comes, the answer is not for the block. */
  readonly template: string;
  /** Data of the block for its continuation. */
  readonly memory: JsonObject;
}

interface Awaiting {
  /** Id of the effect. */
  readonly effect: string;
  /** What the run had used of its budgets when it began to wait. */
  readonly spent: RunCounts;
}

/** The numbers of entered blocks and awaited effects since the visitor's last message. */
export interface RunCounts {
  /** Entered blocks. */
  readonly blocks: number;
  /** Awaited effects. */
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
const isTrue: MemberCheck = (value) => value === true;
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
    icon: optional(isText),
    lowLabel: optional(isText),
    highLabel: optional(isText),
  }),
);
const isSaid = optional(objectOf({ type: (value) => value === 'text', body: isText }));
const isCallFrame = objectOf({
  bot: isCount,
  node: isText,
  template: isText,
  again: optional(isTrue),
  memory: optional(isJsonObject),
  said: isSaid,
});
const isStack: MemberCheck = (value) => Array.isArray(value) && value.length <= mostCalls && value.every(isCallFrame);
const isWording: MemberCheck = (value) => Array.isArray(value) && value.length === 2 && value.every(isCount);
const isWordings = optional((value) => Array.isArray(value) && value.every(isWording));
const isOfferedButtons = optional(objectOf({ open: isTexts, since: optional(isCount), answered: isTexts }));

const awaiting = { effect: isText, spent: isRunCounts };
const atBlock = { node: isText, template: isText, memory: isJsonObject };

const positions: Readonly<Record<Position['kind'], Readonly<Record<string, MemberCheck>>>> = {
  new: {},
  answer: { ...atBlock, expects: isExpectedInput, until: optional(isNumber), spent: optional(isRunCounts) },
  pause: {
    ...atBlock,
    until: isNumber,
    spent: isRunCounts,
    typing: optional(isTrue),
    interruptible: optional(isTrue),
  },
  result: { ...atBlock, ...awaiting },
  jump: { bot: isCount, node: optional(isText), returns: optional(isCallFrame), ...awaiting },
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
  const members = { conversation: isText, bot: isCount, turn: isCount, at: isPosition, buttons: isOfferedButtons };
  const kept = { wordings: isWordings, stack: optional(isStack), remembered: optional(isTexts), said: isSaid };
  return objectOf({ version: isVersion, ...members, ...kept })(stored) ? (stored as ConversationState) : undefined;
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

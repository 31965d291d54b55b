import { isJsonObject, type JsonObject, ownMember } from '@botwright/core/diagram';
import type { ConversationState } from './conversation-state.ts';

/** Tells whether a member of a position is what it must be. */
type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isCount: Test = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isMemory: Test = isJsonObject;
const isSpent: Test = (value) => isJsonObject(value) && has(value, { blocks: isCount, effects: isCount });
const isBlockId: Test = (value) => value === undefined || isText(value);

const awaiting = { effect: isText, spent: isSpent };
const atBlock = { node: isText, template: isText, memory: isMemory };

const positions: Readonly<Record<ConversationState['at']['kind'], Readonly<Record<string, Test>>>> = {
  new: {},
  answer: atBlock,
  result: { ...atBlock, ...awaiting },
  jump: { bot: isCount, node: isBlockId, ...awaiting },
  agent: {},
  feedback: { asked: oneOf('rating', 'rating_again', 'comment') },
  ended: { reason: oneOf('closed', 'dead_end', 'error') },
};

/**
 * Reads a state that was stored: those of every version that ever was, as the present one.
 *
 * @returns `undefined` for anything else, such as the state of a later version.
 * @spec RN4
 */
export function readConversationState(stored: unknown): ConversationState | undefined {
  if (!isJsonObject(stored) || ownMember(stored, 'version') !== 1) return undefined;
  if (!has(stored, { conversation: isText, bot: isCount, turn: isCount, at: isPosition })) return undefined;
  return stored as JsonObject & ConversationState;
}

function isPosition(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const kind = ownMember(value, 'kind');
  if (typeof kind !== 'string' || !Object.hasOwn(positions, kind)) return false;
  if (!has(value, positions[kind as keyof typeof positions])) return false;
  return ownMember(value, 'asked') !== 'comment' || oneOf('positive', 'negative')(ownMember(value, 'rating'));
}

function has(object: JsonObject, tests: Readonly<Record<string, Test>>): boolean {
  return Object.entries(tests).every(([member, test]) => test(ownMember(object, member)));
}

function oneOf(...values: readonly string[]): Test {
  return (value) => typeof value === 'string' && values.includes(value);
}

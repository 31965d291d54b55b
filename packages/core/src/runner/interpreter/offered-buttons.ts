import type { ConversationState, OfferedButtons } from '../../domain/conversation/conversation-state.ts';
import type { BotMessage, VisitorInput } from '../../domain/conversation/messages.ts';

/** How many payloads of answered questions are remembered: more than two dialogs with the most buttons have. */
const mostAnswered = 50;
/** UTF-16 units. A longer payload is not remembered, so that the state of a conversation stays small. */
const longestPayload = 200;

/**
 * Whether a message is the press of a button whose question was answered or left before. Where the question that waits
 * offers the same payload, it is one when the visitor pressed it before that question was asked.
 *
 * @param seq - Number of the message, or of the dialog that it answers; `undefined` when messages have no numbers.
 * @spec RN146, RN147
 */
export function isAnsweredPress(
  buttons: OfferedButtons | undefined,
  message: VisitorInput,
  seq: number | undefined,
): boolean {
  if (buttons === undefined || message.type !== 'text' || message.payload === undefined) return false;
  const { open, since, answered } = buttons;
  if (!answered.includes(message.payload)) return false;
  const wasBefore = seq !== undefined && since !== undefined && seq <= since;
  return wasBefore || !open.includes(message.payload);
}

/** The part of a step that concerns buttons. */
interface SaidInStep {
  readonly messages: readonly BotMessage[];
  /** Whether the conversation waits for the answer to the same question as before. */
  readonly staysAt: boolean;
  readonly lastSeq?: number;
}

/** @returns The member of the next state; none before the first dialog. */
export function buttonsAfter(
  before: OfferedButtons | undefined,
  { messages, staysAt, lastSeq }: SaidInStep,
): Pick<ConversationState, 'buttons'> {
  const said: string[] = [];
  for (const message of messages)
    if ('payloads' in message) said.push(...message.payloads.filter(({ length }) => length <= longestPayload));
  if (before === undefined && said.length === 0) return {};
  const { open: openBefore = [], answered: answeredBefore = [] } = before ?? {};
  if (before !== undefined && staysAt) return { buttons: { ...before, open: unique([...said, ...openBefore]) } };
  const answered = unique([...openBefore, ...answeredBefore]).slice(0, mostAnswered);
  const since = lastSeq === undefined ? {} : { since: lastSeq };
  return { buttons: { open: unique(said), ...since, answered } };
}

function unique(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

import { type ConversationState, readConversationState } from '../../domain/conversation/conversation-state.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { ConversationRecord, CustomerRecord } from '../../records/customers.ts';
import { load, type Part } from '../use-case/use-case.ts';

/** The position of a conversation after the last committed step. */
export interface ConversationPosition {
  /**
   * `none`: not begun. `working`: an effect is carried out, or the bot seems to type. `waiting`: the bot waits for the
   * visitor, or for a moment. `with_agent`: a person has taken it over.
   */
  readonly status: 'none' | 'working' | 'waiting' | 'with_agent' | 'ended';
  /** Id of the block where it waits, or whose effect is carried out. */
  readonly blockId?: string;
  /** When the bot goes on without an answer. */
  readonly until?: EpochMs;
  /** The bot seems to type until then. */
  readonly typing?: true;
}

/** A conversation whose visitor may write to the bot: it waits, has ended, or has not begun. */
export interface OpenConversation {
  readonly state: ConversationState | undefined;
  readonly record: ConversationRecord | undefined;
}

/** A conversation at a block that waits for the visitor. */
export interface WaitingConversation extends OpenConversation {
  readonly state: ConversationState;
}

/** The stored state of a conversation; `undefined` if there is none, or this release cannot read it. */
export function stateOf(record: ConversationRecord | undefined): ConversationState | undefined {
  return record && readConversationState(JSON.parse(record.stateJson));
}

/** @spec CV61, WT20, EX13 */
export function positionOf(
  { agentId }: CustomerRecord,
  state: ConversationState | undefined,
  record: ConversationRecord | undefined,
): ConversationPosition {
  if (agentId !== undefined) return { status: 'with_agent' };
  if (state === undefined || record?.beginAt !== undefined) return { status: 'none' };
  const { at } = state;
  switch (at.kind) {
    case 'new':
      return { status: 'none' };
    case 'answer':
      return { status: 'waiting', blockId: at.node, ...(at.until !== undefined && { until: at.until }) };
    case 'pause': {
      const { node: blockId, until, typing } = at;
      return typing ? { status: 'working', blockId, until, typing } : { status: 'waiting', blockId, until };
    }
    case 'feedback':
      return { status: 'waiting' };
    case 'result':
      return { status: 'working', blockId: at.node };
    case 'jump':
      return { status: 'working' };
    case 'agent':
      return { status: 'with_agent' };
    case 'ended':
      return { status: 'ended' };
  }
}

/** The part of a position that visitors see. */
export type VisibleStatus = Pick<ConversationPosition, 'status' | 'typing'>;

/**
 * The status as the visitor sees it. It is `working` while an entry waits in the inbox, or the bot can continue without
 * the visitor, a person or the host.
 *
 * @spec VI12, WT21
 */
export function* statusForVisitor(
  customer: CustomerRecord,
): Part<VisibleStatus & { readonly waiting?: WaitingConversation; readonly open?: OpenConversation }> {
  const [entry, record] = yield* load(
    { kind: 'inboxEntry', customer: customer.number },
    { kind: 'conversation', customer: customer.number },
  );
  if (entry !== undefined) return { status: 'working' };
  const state = stateOf(record);
  const { status, typing } = positionOf(customer, state, record);
  if (typing) return { status, typing };
  if (status === 'working' && record?.effectsJson === undefined) return { status: 'waiting' };
  if (status === 'working' || status === 'with_agent') return { status };
  const open = { state, record };
  return status === 'waiting' && state !== undefined ? { status, open, waiting: { state, record } } : { status, open };
}

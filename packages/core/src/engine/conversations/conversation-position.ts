import {
  type ConversationState,
  type ExpectedInput,
  readConversationState,
} from '../../domain/conversation/conversation-state.ts';
import type { ConversationRecord } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { load, type Part } from '../use-case/use-case.ts';

/** The position of a conversation after the last committed step. */
export interface ConversationPosition {
  /**
   * `none`: not begun. `working`: an effect is carried out. `waiting`: the bot waits for the visitor. `with_agent`: a
   * person has taken it over.
   */
  readonly status: 'none' | 'working' | 'waiting' | 'with_agent' | 'ended';
  /** Id of the block where it waits, or whose effect is carried out. */
  readonly blockId?: string;
  /** How the block that waits expects the answer. */
  readonly expects?: ExpectedInput;
}

/** The stored state of a conversation; `undefined` if there is none, or this release cannot read it. */
export function stateOf(record: ConversationRecord | undefined): ConversationState | undefined {
  return record && readConversationState(JSON.parse(record.stateJson));
}

/** @spec CV61 */
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
      return { status: 'waiting', blockId: at.node, ...(at.expects !== undefined && { expects: at.expects }) };
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

/**
 * The status as the visitor sees it. It is `working` while an entry waits in the inbox, or the bot can continue without
 * the visitor, a person or the host.
 *
 * @spec VI12
 */
export function* statusForVisitor(customer: CustomerRecord): Part<Pick<ConversationPosition, 'status' | 'expects'>> {
  const [entry, record] = yield* load(
    { kind: 'inboxEntry', customer: customer.number },
    { kind: 'conversation', customer: customer.number },
  );
  if (entry !== undefined) return { status: 'working' };
  const { status, expects } = positionOf(customer, stateOf(record), record);
  if (status === 'working' && record?.effectsJson === undefined) return { status: 'waiting' };
  return { status, ...(expects !== undefined && { expects }) };
}

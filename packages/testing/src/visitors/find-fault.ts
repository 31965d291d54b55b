import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { type Act, isSaid } from './act.ts';

/** The checks of a visit. */
export type VisitCheck = 'error_end' | 'silent_loop' | 'unread_answer' | 'dead_end';

/** A fault of the bot that a visit found. */
export interface VisitFault {
  /** The kind of fault. */
  readonly check: VisitCheck;
  /** Id of the block. */
  readonly block: string;
  /** Code of the error of `error_end` and `silent_loop`, if it ended the conversation. */
  readonly code?: string;
  /** One sentence for people. */
  readonly message: string;
}

/** Answers in a row that the bot takes without a word. */
const mostSilent = 5;

/** Errors of conversations that go on and on. */
const loops: readonly string[] = ['endless_loop', 'step_too_large', 'call_too_deep'];

/** Watches a chat. Call the result after each step. @spec MU13, MU14, MU15 */
export function createFaultFinder(chat: SimulatedChat): (act: Act) => VisitFault | undefined {
  let seen = chat.trace.length;
  /** The last answer, until the bot waits again. */
  let open: { readonly block: string; readonly asked: SimulatedChat['position'] } | undefined;
  let isHeard = false;
  let hasSpoken = false;
  let silent = 0;
  let before = chat.position;

  return (act) => {
    if (isSaid(act)) {
      open = { block: before.kind === 'answer' ? before.node : '', asked: before };
      isHeard = false;
      hasSpoken = false;
    }
    const fresh = chat.trace.slice(seen);
    seen = chat.trace.length;
    isHeard ||= fresh.some(({ kind }) => kind === 'left' || kind === 'entered');
    hasSpoken ||= chat.messages.length > 0;
    before = chat.position;
    const error = chat.messages.find((message) => message.type === 'event');
    if (error?.type === 'event') {
      const block = error.node ?? chat.at ?? '';
      const check = loops.includes(error.code) ? 'silent_loop' : 'error_end';
      return { check, block, code: error.code, message: error.detail };
    }
    if (open === undefined || chat.awaited !== undefined || before.kind === 'pause') return undefined;
    const { block, asked } = open;
    open = undefined;
    if (hasSpoken || asked.kind !== 'answer') {
      silent = 0;
      return undefined;
    }
    if (before.kind === 'ended' && before.reason === 'dead_end') {
      const message = `The conversation ends at block "${chat.at}" without a word after the answer to block "${block}".`;
      return { check: 'unread_answer', block: chat.at ?? block, message };
    }
    if (!isHeard && JSON.stringify(before) === JSON.stringify(asked)) {
      return {
        check: 'unread_answer',
        block,
        message: `Block "${block}" does nothing with an answer, and says nothing.`,
      };
    }
    silent += 1;
    if (silent < mostSilent) return undefined;
    return { check: 'silent_loop', block, message: `The bot took ${mostSilent} answers in a row without a word.` };
  };
}

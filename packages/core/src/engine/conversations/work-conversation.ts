import { advance } from './advance.ts';
import { carryOut } from './carry-out.ts';
import type { Desk } from './desk.ts';
import { type CarriedOut, needsHost } from './pending-effects.ts';
import type { HeldConversation, Pending } from './step-result.ts';

export interface WorkOptions {
  /** What became of the effects that the conversation waits for. */
  readonly carried?: CarriedOut;
  /** Whether to end as soon as that is handed in. */
  readonly leavesInbox?: boolean;
  /** Ends the work between two steps; what was carried out is handed in all the same. */
  readonly stopping: AbortSignal;
  /** Told of every step that was committed. */
  onStep?(): void;
}

export type WorkEnd =
  /** There is nothing to work. */
  | { readonly kind: 'at_rest' }
  /** The hold is gone. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'stopped' }
  /** Effects are to be carried out. The conversation is as it is held from now on. */
  | { readonly kind: 'effects'; readonly held: HeldConversation; readonly pending: Pending };

/**
 * Works entries of a conversation in their order, until there are none or effects have to be carried out. The hold is
 * the caller's to give up.
 *
 * @throws What kept a step from being worked; nothing of that step is stored.
 * @spec CV17, CV18, CV21, CV22, CV28
 */
export async function workConversation(
  desk: Desk,
  conversation: HeldConversation,
  { stopping, onStep, leavesInbox = false, ...given }: WorkOptions,
): Promise<WorkEnd> {
  let held = conversation;
  let { carried }: { carried?: CarriedOut | undefined } = given;
  let isHandedIn = false;
  for (;;) {
    if (carried === undefined && (stopping.aborted || isHandedIn)) return { kind: 'stopped' };
    const result = await advance(desk, held, carried, stopping);
    isHandedIn = leavesInbox && carried !== undefined;
    carried = undefined;
    if (result.kind === 'lost') return result;
    if (result.kind === 'left') return { kind: 'stopped' };
    if (result.kind === 'idle') return { kind: 'at_rest' };
    if (result.kind === 'stepped') {
      onStep?.();
      held = { ...held, deaths: 0 };
    }
    const { pending } = result;
    if (pending === undefined) continue;
    if (needsHost(pending.effects)) return { kind: 'effects', held, pending };
    carried = await jump(desk, held, pending);
  }
}

/** Where nothing is asked of the world outside, nothing is waited for. */
async function jump(desk: Desk, held: HeldConversation, pending: Pending): Promise<CarriedOut | undefined> {
  const answer = await carryOut(desk, { ...held, ...pending, signal: new AbortController().signal });
  return answer === 'abandoned' ? undefined : answer;
}

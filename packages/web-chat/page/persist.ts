import { type Chat, giveUp, isOver, type Run, show } from './chat.ts';
import { Refusal } from './refusal.ts';
import type { Connection, NotBegun, Problem } from './shown.ts';

export const firstRetryMs = 1_000;
export const longestRetryMs = 30_000;
/** The reason of texts that were not sent. */
export const conversationWasOver = 'The conversation was over.';

export function stop(chat: Chat, run: Run, problem: Problem): void {
  run.ending.abort();
  giveUp(chat, run, conversationWasOver);
  show(chat, { problem, connection: 'open' });
}

/** @returns Whether the conversation is over. */
export function stopFor(chat: Chat, run: Run, error: unknown): boolean {
  if (isOver(run)) return true;
  const problem = problemOf(error);
  if (problem === undefined) return false;
  stop(chat, run, problem);
  return true;
}

export async function pause({ pauses, sleep }: Chat, run: Run, ms: number): Promise<void> {
  const skip = new AbortController();
  pauses.add(skip);
  await sleep(ms, AbortSignal.any([run.ending.signal, skip.signal]));
  pauses.delete(skip);
}

/**
 * Repeats a request until it succeeds, with growing waits.
 *
 * @param attempts - The limit; after it, or when the server asks for a long wait, the error is thrown.
 * @returns `undefined`: the conversation is over.
 * @throws {Refusal} For an error that a retry does not change.
 */
export async function persist<T>(
  chat: Chat,
  run: Run,
  act: (signal: AbortSignal) => Promise<T>,
  attempts = Number.POSITIVE_INFINITY,
): Promise<T | undefined> {
  let delay = firstRetryMs;
  for (let attempt = 1; !isOver(run); attempt += 1) {
    try {
      const done = await act(run.ending.signal);
      return isOver(run) ? undefined : done;
    } catch (error) {
      if (stopFor(chat, run, error)) return undefined;
      const wait = Math.max(delay, waitAfter(error));
      const isTooLong = wait > longestRetryMs && attempts !== Number.POSITIVE_INFINITY;
      if (isFinal(error) || isTooLong || attempt >= attempts) throw error;
      if (run === chat.current) {
        const connection = connectionAfter(error);
        show(chat, { connection, ...(!run.hasBegun && { notBegun: tooManyBegun(chat, error, 'waits') }) });
      }
      await pause(chat, run, wait);
      delay = Math.min(delay * 2, longestRetryMs);
    }
  }
  return undefined;
}

function tooManyBegun({ now }: Chat, error: unknown, kind: 'too_many' | 'waits'): NotBegun | undefined {
  const wait = waitAfter(error);
  return wait > longestRetryMs ? { kind, until: now() + wait } : undefined;
}

export function notBegunFor(chat: Chat, error: unknown): NotBegun {
  const tooMany = tooManyBegun(chat, error, 'too_many');
  if (tooMany !== undefined) return tooMany;
  const isRefused = error instanceof Refusal && error.status < 500;
  return isRefused ? { kind: 'refused', message: error.message } : { kind: 'lost' };
}

/** Whether a retry gives the same error. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.status !== 429;
}

export function connectionAfter(error: unknown): Connection {
  return error instanceof Refusal && error.status === 429 ? 'busy' : 'lost';
}

export function waitAfter(error: unknown): number {
  return error instanceof Refusal ? (error.retryAfterMs ?? 0) : 0;
}

export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { status, code } = error;
  if (code === 'bot_not_found') return { kind: 'no_bot' };
  if (status === 401) return { kind: 'over', reason: 'expired' };
  if (code === 'customer_blocked') return { kind: 'over', reason: 'blocked' };
  if (code === 'conversation_too_long') return { kind: 'over', reason: 'too_long' };
  return undefined;
}

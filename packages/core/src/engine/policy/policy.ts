import type { Principal } from '../../domain/principal.ts';
import { isPlainText } from '../../domain/text.ts';
import type { ChannelCaller } from '../conversations/channel-engine.ts';
import { EngineError } from '../engine-error.ts';
import type { PolicyCommand } from './commands.ts';
import type { PolicyFacts } from './policy-facts.ts';

/** `status`: of HTTP responses, 400 to 499; default 403. */
export type PolicyAnswer = 'allow' | { readonly refuse: string; readonly message: string; readonly status?: number };

/**
 * Allows or refuses a command that the engine's own rules allow. It decides by its arguments and by what it has in
 * memory: it runs in a transaction, which waits for nothing.
 *
 * A refusal has a code of 1 to 64 characters `a-z`, `0-9` and `_` that begins with a letter, and a message of 1 to 500
 * characters.
 *
 * @param principal - The caller; a channel for messages of visitors through APIchat or the web chat.
 * @example
 * const policy: Policy = (command, principal, { bots = 0 }) =>
 *   command.type === 'bots.create' && bots >= 10
 *     ? { refuse: 'too_many_bots', message: 'Your plan has 10 bots.', status: 402 }
 *     : 'allow';
 */
export type Policy = (command: PolicyCommand, principal: Principal | ChannelCaller, facts: PolicyFacts) => PolicyAnswer;

/**
 * Asks the policy.
 *
 * @throws {EngineError} its refusal
 * @throws {Error} when it throws, or its answer is invalid.
 * @spec PO7, PO8, PO9
 */
export function askPolicy(policy: Policy, ...asked: Parameters<Policy>): void {
  const answer = callPolicy(policy, asked);
  if (answer === 'allow') return;
  if (answer instanceof Promise) {
    answer.catch(() => {});
    throw new TypeError('The policy answered with a promise: it must answer at once.');
  }
  if (typeof answer !== 'object' || answer === null) {
    throw new TypeError("The policy answered neither 'allow' nor { refuse, message }.");
  }
  const { refuse: code, message, status = 403 } = answer as Partial<Record<string, unknown>>;
  if (typeof code !== 'string' || !codeForm.test(code)) {
    throw new TypeError('The policy refused with an invalid code: expected 1 to 64 of a-z, 0-9 and _, first a letter.');
  }
  if (typeof message !== 'string' || message.trim() === '' || message.length > 500 || !isPlainText(message)) {
    throw new TypeError('The policy refused with an invalid message: expected a text of 1 to 500 characters.');
  }
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 499) {
    throw new TypeError('The policy refused with an invalid status: expected an integer from 400 to 499.');
  }
  throw new EngineError('refused_by_policy', { message, refusal: { code, status } });
}

const codeForm = /^[a-z][a-z0-9_]{0,63}$/;

function callPolicy(policy: Policy, asked: Parameters<Policy>): unknown {
  try {
    return policy(...asked);
  } catch (cause) {
    throw new Error('The policy threw an error.', { cause });
  }
}

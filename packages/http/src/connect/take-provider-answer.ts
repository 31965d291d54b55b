import { EngineError, type ProviderAnswer } from '@botwright/core';
import type { Reply } from '../exchange/reply/reply.ts';
import { methodNotAllowed } from '../exchange/reply/standard-refusals.ts';
import { errorPage } from '../pages/error-page.ts';
import type { LinkOperation } from './link-operation.ts';
import { connectedPage, declinedPage } from './pages/outcome-pages.ts';
import { refusalPage } from './pages/refusal-page.ts';
import { signInPage } from './pages/sign-in-page.ts';

/**
 * Takes the member who comes back from the provider. Without a member nothing is done: the answer of the provider is
 * in no URL that leads to a sign-in.
 *
 * @throws {EngineError} `invalid_parameters` for what is no answer.
 * @spec CN13, CN14, CN15
 */
export const takeProviderAnswer: LinkOperation = {
  id: 'takeProviderAnswer',
  method: 'GET',
  path: '/callback',
  async serve({ exchange, member, surroundings }): Promise<Reply> {
    if (exchange.method === 'HEAD') return methodNotAllowed(errorPage, 'GET');
    const answer = readAnswer(exchange.query);
    if (answer === undefined) throw new EngineError('invalid_parameters');
    if (member === undefined) return signInPage();
    const settled = await surroundings.links.callback(answer, member);
    if (settled.kind === 'refused') return refusalPage(settled);
    return settled.kind === 'declined' ? declinedPage(settled.subject) : connectedPage(settled);
  },
};

/** @returns `undefined` when there is no state, or neither a code nor an error. */
function readAnswer(query: string): ProviderAnswer | undefined {
  const parameters = new URLSearchParams(query);
  const state = parameters.get('state') ?? '';
  const code = parameters.get('code') ?? '';
  const error = parameters.get('error') ?? '';
  if (state === '') return undefined;
  if (error !== '') return { state, error };
  return code === '' ? undefined : { state, code };
}

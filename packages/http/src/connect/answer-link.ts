import { EngineError, type Principal } from '@botwright/core';
import type { Reply } from '../exchange/reply/reply.ts';
import { formOrigin } from '../pages/form-origin.ts';
import { isFormToken } from '../pages/form-token.ts';
import { readForm } from '../pages/read-form.ts';
import { formPartsOf, type LinkOperation, type LinkRequest } from './link-operation.ts';
import { departurePage } from './pages/departure-page.ts';
import { declinedPage } from './pages/outcome-pages.ts';
import { refusalPage } from './pages/refusal-page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { staleFormPage } from './pages/stale-form-page.ts';
import { signInUrl } from './sign-in-url.ts';

/**
 * Takes what the member chose on the page.
 *
 * @spec CN9, CN10, CN11, CN12
 */
export const answerLink: LinkOperation = {
  id: 'answerConnectLink',
  method: 'POST',
  path: '/{link}',
  async serve(request): Promise<Reply> {
    const { exchange, link, member, surroundings } = request;
    if (formOrigin(exchange, surroundings.publicUrl) === 'foreign') return staleFormPage;
    if (member === undefined) return signInPage(signInUrl(surroundings, link));
    const form = await readForm(exchange);
    if (!isFormToken(form.get('token'), formPartsOf(request, member))) return staleFormPage;
    const answer = form.get('answer');
    if (answer === 'connect') return connect(request, member);
    if (answer === 'cancel') return cancel(request, member);
    throw new EngineError('invalid_parameters');
  },
};

/** @spec CN11 */
async function connect({ link, surroundings }: LinkRequest, member: Principal): Promise<Reply> {
  const opened = await surroundings.links.open(link, member);
  if (opened.kind === 'refused') return refusalPage(opened);
  const gone = await surroundings.links.connect(link, member);
  return gone.kind === 'refused' ? refusalPage(gone) : departurePage(opened.subject, gone.url);
}

/** @spec CN12 */
async function cancel({ link, surroundings }: LinkRequest, member: Principal): Promise<Reply> {
  const cancelled = await surroundings.links.cancel(link, member);
  return cancelled.kind === 'refused' ? refusalPage(cancelled) : declinedPage(cancelled.subject);
}

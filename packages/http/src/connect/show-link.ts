import type { Reply } from '../exchange/reply/reply.ts';
import { openForm } from '../pages/form-token.ts';
import { securityHeaders } from '../pages/security-headers.ts';
import { formPartsOf, type LinkOperation } from './link-operation.ts';
import { linkPage } from './pages/link-page.ts';
import { refusalPage } from './pages/refusal-page.ts';
import { signInUrl } from './sign-in-url.ts';

/**
 * Shows what a link asks for. Changes nothing.
 *
 * @spec CN5, CN6, CN7, CN8, CN19
 */
export const showLink: LinkOperation = {
  id: 'showConnectLink',
  method: 'GET',
  path: '/{link}',
  async serve(request): Promise<Reply> {
    const { link, member, surroundings } = request;
    const { links, clock } = surroundings;
    if (member === undefined) {
      return { status: 303, headers: { ...securityHeaders, location: signInUrl(surroundings, link) } };
    }
    const opened = await links.open(link, member);
    if (opened.kind === 'refused') return refusalPage(opened);
    const { token, setCookie } = openForm({ ...formPartsOf(request, member), ids: surroundings.ids });
    const page = linkPage(opened.subject, { token, now: clock.now() });
    return setCookie === undefined ? page : { ...page, headers: { ...page.headers, 'set-cookie': setCookie } };
  },
};

import type { LinkRefusal } from '@botwright/core';
import type { Reply } from '../../exchange/reply/reply.ts';
import { htmlPage } from '../../pages/html-page.ts';

const explanations: Readonly<Record<LinkRefusal['reason'], string>> = {
  not_allowed: 'It is not complete, or it is not for you. Make sure that you are signed in as the right person.',
  answered: 'It was answered already. A link works once.',
  expired: 'Its time is over. A link works for fifteen minutes.',
};

/**
 * The page of a link that does nothing. What is not for somebody looks like what is not there.
 *
 * @spec CN7, CN8
 */
export function refusalPage({ reason }: LinkRefusal): Reply {
  const body = `<p>${explanations[reason]}</p>
<p>Nothing was changed. If you need another link, ask whoever gave you this one.</p>`;
  return htmlPage(reason === 'not_allowed' ? 404 : 410, { title: 'This link does not work', body });
}

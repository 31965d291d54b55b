import type { EngineError, ErrorKind } from '@botwright/core';
import type { Reply } from '../exchange/reply/reply.ts';
import { statusByKind } from '../exchange/reply/status.ts';
import { htmlPage } from './html-page.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

const words: Partial<Record<ErrorKind, Words>> = {
  not_found: { title: 'There is nothing here', text: 'Make sure that the whole link is in the address.' },
  malformed: { title: 'This does not work', text: 'The address is not complete. Open the link again.' },
  dependency: { title: 'The other side does not answer', text: 'Nothing was changed. Try again in a few minutes.' },
  limited: { title: 'Too many attempts', text: 'Wait a minute, and try again.' },
  internal: { title: 'Something went wrong', text: 'The fault is ours. Try again in a few minutes.' },
};

const otherwise: Words = { title: 'This does not work', text: 'Nothing was changed. Open the link again.' };

/**
 * What a person is shown of a refusal that is none of the link. Nothing of the request is in it.
 *
 * @spec CN4
 */
export function errorPage({ kind }: EngineError, headers?: Readonly<Record<string, string>>): Reply {
  const { title, text } = words[kind] ?? otherwise;
  return htmlPage(statusByKind[kind], { title, body: `<p>${text}</p>`, ...(headers !== undefined && { headers }) });
}

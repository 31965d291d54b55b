import type { AccountLinks, Clock, IdSource, Principal } from '@botwright/core';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import type { Reply } from '../exchange/reply/reply.ts';
import type { FormParts } from '../pages/form-token.ts';
import type { MemberSignIn } from './connect-page-options.ts';

/** What the pages are made of beside the request. */
export interface LinkSurroundings {
  readonly links: AccountLinks;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly signIn: MemberSignIn;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export interface LinkRequest {
  readonly exchange: HttpExchange;
  /** Secret. Empty where the path has none. */
  readonly link: string;
  /** `undefined` when nobody is signed in. */
  readonly member: Principal | undefined;
  readonly surroundings: LinkSurroundings;
}

/** What one path and method of the page does. */
export interface LinkOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the base. */
  readonly path: `/${string}`;
  serve(request: LinkRequest): Promise<Reply>;
}

/** The form of a link is good for one member. @spec CN10 */
export function formPartsOf({ exchange, link, surroundings }: LinkRequest, { brand, person }: Principal): FormParts {
  return { exchange, publicUrl: surroundings.publicUrl, purpose: [link, brand, person] };
}

import type { AccountLinks, Clock, IdSource, Principal } from '@botwright/core';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import type { Method } from '../exchange/operation-contract.ts';
import type { Reply } from '../exchange/reply/reply.ts';
import type { MemberSignIn } from './connect-page-options.ts';

/** What the pages are made of beside the request. */
export interface PageSurroundings {
  readonly links: AccountLinks;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly signIn: MemberSignIn;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export interface PageRequest {
  readonly exchange: HttpExchange;
  /** Secret. Empty where the path has none. */
  readonly link: string;
  /** `undefined` when nobody is signed in. */
  readonly member: Principal | undefined;
  readonly surroundings: PageSurroundings;
}

/** What one path and method of the page does. */
export interface PageOperation {
  /** In logs and metrics. */
  readonly id: string;
  readonly method: Method;
  /** Below the base; the host is told this in place of the path, which holds the link. */
  readonly path: `/${string}`;
  serve(request: PageRequest): Promise<Reply>;
}

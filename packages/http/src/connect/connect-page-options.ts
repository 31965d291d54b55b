import type { Engine, Principal } from '@botwright/core';
import type { ApiOptions } from '../exchange/api-options.ts';
import type { HttpExchange } from '../exchange/http-exchange.ts';

/** How the host tells who is signed in. */
export interface MemberSignIn {
  /**
   * Tells whom a request comes from; `undefined` when nobody is signed in. A session cookie for this is
   * `SameSite=Lax`: a strict one is not sent when a person comes back from the provider.
   */
  member(exchange: HttpExchange): Promise<Principal | undefined>;
  /**
   * The page of the host to sign in on.
   *
   * @param returnTo - Whole URL of the page that was asked for, below `publicUrl`. It holds the link: it belongs in
   *   no log.
   */
  url(returnTo: string): string;
}

export interface ConnectPageOptions extends ApiOptions {
  readonly engine: Pick<Engine, 'accountLinks'>;
  /** Where the page is reached from outside: the `connectUrl` of the engine, whose path ends with `basePath`. */
  readonly publicUrl: string;
  /** Default `/connect`. */
  readonly basePath?: string;
  readonly signIn: MemberSignIn;
}

export const defaultBasePath = '/connect';

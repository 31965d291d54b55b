import type { Engine, Principal } from '@botwright/core';
import type { MemberSignIn } from '../connect/link-operations.ts';
import { type Callers, type Credential, ofServedBrand } from '../pipeline/credentials.ts';
import type { HttpRequest } from '../pipeline/http-api.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface MemberCallersOptions {
  readonly engine: Pick<Engine, 'serves'>;
  readonly signIn: Pick<MemberSignIn, 'member'>;
  /** Any URL at the page's origin: a request that changes something must come from this origin. */
  readonly publicUrl: string;
}

/**
 * Identifies callers by the host's sign-in. A browser sends cookies with requests of other sites too, so a request that
 * changes something needs the `Origin` of the page.
 *
 * @spec CO3, CO4
 */
export function memberCallers({ engine, signIn, publicUrl }: MemberCallersOptions): Callers<Principal> {
  const { origin } = new URL(publicUrl);
  const requests = new WeakMap<Credential, HttpRequest>();
  return {
    challenge: 'Session realm="console"',
    advise: () => 'You are not signed in, or no longer: sign in again.',
    read(request) {
      const credential = { scheme: 'session', value: '', isCookie: true };
      requests.set(credential, request);
      return credential;
    },
    find: async (credential) => {
      const request = requests.get(credential);
      return request === undefined ? undefined : ofServedBrand(engine, signIn.member(request));
    },
    countedBy: ({ brand, person }) => ({ scheme: 'session', value: `${person} ${brand}`, isCookie: true }),
    isOriginAllowed: ({ method, headers }) => safeMethods.has(method) || headers.get('origin') === origin,
  };
}

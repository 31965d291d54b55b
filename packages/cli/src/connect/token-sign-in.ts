import { type Engine, EngineError, systemClock, systemIds } from '@botwright/core';
import type { ApiOptions, HttpExchange, MemberSignIn } from '@botwright/http';
import {
  escapeHtml,
  htmlPage,
  isOwnForm,
  type PageOperation,
  type PageRequest,
  type Reply,
  readCookie,
  readForm,
  securityHeaders,
} from '@botwright/http/pages';
import { createSessions } from './sessions.ts';

export const signInPath = '/sign-in';

export interface TokenSignInOptions extends Pick<ApiOptions, 'clock' | 'ids'> {
  readonly engine: Pick<Engine, 'authenticate'>;
  /** Where the server is reached from outside, without a slash at the end. */
  readonly publicRoot: string;
  /** People come back to URLs below this one, and to no other. */
  readonly returnBelow: string;
}

export interface TokenSignIn {
  readonly signIn: MemberSignIn;
  readonly operations: readonly PageOperation[];
}

/**
 * Lets people sign in with an agent token: the least that the page behind a link can do with. A new one knows nobody.
 *
 * @spec SV29, SV30, SV31
 */
export function tokenSignIn(options: TokenSignInOptions): TokenSignIn {
  const { engine, publicRoot, returnBelow } = options;
  const sessions = createSessions({ clock: options.clock ?? systemClock(), ids: options.ids ?? systemIds() });
  const isSecure = publicRoot.startsWith('https:');
  const cookie = isSecure ? '__Host-botwright-session' : 'botwright-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const secretOf = ({ headers }: HttpExchange): string => readCookie(headers.get('cookie'), cookie) ?? '';

  /** @throws {EngineError} `invalid_parameters` for a way back that leads elsewhere. */
  function readReturn(parameters: URLSearchParams): string {
    const returnTo = parameters.get('return_to') ?? '';
    const isOurs = returnTo.startsWith(`${returnBelow}/`) && new URL(returnTo).href === returnTo;
    if (returnTo !== '' && !isOurs) throw new EngineError('invalid_parameters');
    return returnTo;
  }

  async function enter({ exchange, recognise }: PageRequest): Promise<Reply> {
    if (!isOwnForm(exchange, publicRoot)) throw new EngineError('permission_denied');
    const form = await readForm(exchange);
    const returnTo = readReturn(form);
    const member = await engine.authenticate((form.get('token') ?? '').trim());
    if (member === undefined) return formPage(returnTo, 'This token stands for nobody.');
    recognise(member);
    sessions.close(secretOf(exchange));
    const headers = { 'set-cookie': `${cookie}=${sessions.open(member)}; ${attributes}` };
    if (returnTo === '') return signedInPage(member.brand, headers);
    return { status: 303, headers: { ...securityHeaders, ...headers, location: returnTo } };
  }

  return {
    signIn: {
      member: async (exchange) => sessions.find(secretOf(exchange)),
      url: (returnTo) => `${publicRoot}${signInPath}?${new URLSearchParams({ return_to: returnTo })}`,
    },
    operations: [
      {
        id: 'showSignIn',
        method: 'GET',
        path: signInPath,
        serve: async ({ exchange }) => formPage(readReturn(new URLSearchParams(exchange.query))),
      },
      { id: 'signIn', method: 'POST', path: signInPath, serve: enter },
    ],
  };
}

function formPage(returnTo: string, fault?: string): Reply {
  const alert = fault === undefined ? '' : `<p role="alert" id="fault"><strong>${fault}</strong></p>\n`;
  const invalid = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"';
  const body = `<p>This server knows people by their agent tokens.</p>
${alert}<form method="post">
<input type="hidden" name="return_to" value="${escapeHtml(returnTo)}">
<label>Agent token <input type="password" name="token" required autocomplete="current-password"${invalid}></label>
<button>Sign in</button>
</form>`;
  if (fault === undefined) return htmlPage(200, { title: 'Sign in', body });
  return htmlPage(401, { title: 'Sign in', body, headers: { 'www-authenticate': 'Session realm="sign-in"' } });
}

function signedInPage(brand: string, headers: Readonly<Record<string, string>>): Reply {
  const body = `<p>For <strong>${escapeHtml(brand)}</strong>, for one hour.</p>`;
  return htmlPage(200, { title: 'You are signed in', body, headers });
}

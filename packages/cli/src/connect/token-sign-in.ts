import { type Engine, EngineError, systemClock, systemIds } from '@botwright/core';
import { type ApiOptions, failureLimiter, type HttpExchange, type MemberSignIn } from '@botwright/http';
import {
  errorPage,
  escapeHtml,
  type FormParts,
  htmlPage,
  isOwnForm,
  openForm,
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

/** Tokens that stand for nobody, in any minute. */
const failureLimits = { perAddress: 10, inAll: 100, windowMs: 60_000 };

/**
 * Lets people sign in with an agent token: the least that the page behind a link can do with. A new one knows nobody.
 *
 * @spec SV29, SV30, SV31, SV40, SV41
 */
export function tokenSignIn(options: TokenSignInOptions): TokenSignIn {
  const { engine, publicRoot, returnBelow } = options;
  const { clock = systemClock(), ids = systemIds() } = options;
  const sessions = createSessions({ clock, ids });
  const failures = failureLimiter(failureLimits);
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

  const formOf = (exchange: HttpExchange): FormParts => ({ exchange, publicUrl: publicRoot, purpose: ['sign-in'] });

  function showForm(exchange: HttpExchange, returnTo: string, fault?: string): Reply {
    const { token, setCookie } = openForm({ ...formOf(exchange), ids });
    const page = { returnTo, token, ...(fault !== undefined && { fault }) };
    return formPage(page, setCookie === undefined ? {} : { 'set-cookie': setCookie });
  }

  /** A good token is taken however many bad ones came. @spec SV41 */
  function refuse(exchange: HttpExchange, returnTo: string): Reply {
    const verdict = failures.admit(exchange.address, clock.now());
    if (verdict.kind === 'admitted') return showForm(exchange, returnTo, 'This token stands for nobody.');
    const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000));
    return errorPage(new EngineError('too_many_requests'), { 'retry-after': String(seconds) });
  }

  async function enter({ exchange, recognise }: PageRequest): Promise<Reply> {
    const form = await readForm(exchange);
    if (!isOwnForm(form.get('form'), formOf(exchange))) throw new EngineError('permission_denied');
    const returnTo = readReturn(form);
    const member = await engine.authenticate((form.get('token') ?? '').trim());
    if (member === undefined) return refuse(exchange, returnTo);
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
        serve: async ({ exchange }) => showForm(exchange, readReturn(new URLSearchParams(exchange.query))),
      },
      { id: 'signIn', method: 'POST', path: signInPath, serve: enter },
    ],
  };
}

interface FormPage {
  readonly returnTo: string;
  /** Of the form. */
  readonly token: string;
  readonly fault?: string;
}

function formPage({ returnTo, token, fault }: FormPage, headers: Readonly<Record<string, string>>): Reply {
  const alert = fault === undefined ? '' : `<p role="alert" id="fault"><strong>${fault}</strong></p>\n`;
  const invalid = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"';
  const body = `<p>This server knows people by their agent tokens.</p>
${alert}<form method="post">
<input type="hidden" name="form" value="${token}">
<input type="hidden" name="return_to" value="${escapeHtml(returnTo)}">
<label>Agent token <input type="password" name="token" required autocomplete="current-password"${invalid}></label>
<button>Sign in</button>
</form>`;
  if (fault === undefined) return htmlPage(200, { title: 'Sign in', body, headers });
  const challenge = { 'www-authenticate': 'Session realm="sign-in"' };
  return htmlPage(401, { title: 'Sign in', body, headers: { ...challenge, ...headers } });
}

function signedInPage(brand: string, headers: Readonly<Record<string, string>>): Reply {
  const body = `<p>For <strong>${escapeHtml(brand)}</strong>, for one hour.</p>`;
  return htmlPage(200, { title: 'You are signed in', body, headers });
}

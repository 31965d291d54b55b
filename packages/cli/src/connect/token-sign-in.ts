import { type Engine, EngineError } from '@botwright/core';
import { systemClock, systemIds } from '@botwright/core/node';
import { type ApiOptions, addressLimiter, type HttpRequest, tooManyRequests } from '@botwright/http';
import type { ConsoleSignIn } from '@botwright/http/console';
import {
  type ApiResponse,
  escapeHtml,
  type FormParts,
  htmlPage,
  isOwnForm,
  openForm,
  type PageOperation,
  type PageRequest,
  readCookie,
  readForm,
  securityHeaders,
} from '@botwright/http/pages';
import type { Sessions } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

export const signInPath = '/sign-in';

export interface TokenSignInOptions extends Pick<ApiOptions, 'clock' | 'ids'> {
  readonly engine: Pick<Engine, 'authenticate'>;
  readonly sessions: Sessions;
  /** Public URL of the server, without a slash at the end. */
  readonly publicRoot: string;
  /** The page returns people only to URLs below this one, and to the public root. */
  readonly returnBelow: string;
  /** Codes that begin a session without the token. */
  readonly codes: SignInCodes;
}

export interface TokenSignIn {
  readonly signIn: ConsoleSignIn;
  readonly operations: readonly PageOperation[];
}

/** Wrong tokens that may be tried per minute. */
const failureLimits = { perAddress: 10, inAll: 100, windowMs: 60_000 };

/**
 * The sign-in with an agent token, for the page behind a link and for the console.
 *
 * @spec SV29, SV30, SV31, SV40, SV41, SV54, SV57, SV74
 */
export function tokenSignIn(options: TokenSignInOptions): TokenSignIn {
  const { engine, sessions, publicRoot, returnBelow, codes } = options;
  const { clock = systemClock(), ids = systemIds() } = options;
  const failures = addressLimiter(failureLimits);
  const isSecure = publicRoot.startsWith('https:');
  const cookie = isSecure ? '__Host-botwright-session' : 'botwright-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  /** @throws {EngineError} `invalid_parameters` for an address outside `returnBelow`. */
  function readReturn(parameters: URLSearchParams): string {
    const returnTo = parameters.get('return_to') ?? '';
    const isRoot = returnTo === `${publicRoot}/`;
    const isOurs = isRoot || (returnTo.startsWith(`${returnBelow}/`) && new URL(returnTo).href === returnTo);
    if (returnTo !== '' && !isOurs) throw new EngineError('invalid_parameters');
    return returnTo;
  }

  const formOf = (request: HttpRequest): FormParts => ({ request, publicUrl: publicRoot, purpose: ['sign-in'] });

  function showForm(request: HttpRequest, returnTo: string, fault?: string): ApiResponse {
    const { token, setCookie } = openForm({ ...formOf(request), ids });
    const page = { returnTo, token, ...(fault !== undefined && { fault }) };
    return formPage(page, setCookie === undefined ? {} : { 'set-cookie': setCookie });
  }

  /** Reached only by wrong tokens: a valid one is accepted after any number of wrong ones. @spec SV41 */
  function refuse(request: HttpRequest, returnTo: string): ApiResponse {
    const decision = failures.admit(request.address, clock.now());
    if (decision.kind === 'admitted') return showForm(request, returnTo, 'This token stands for nobody.');
    throw tooManyRequests(decision.retryAfterMs);
  }

  const sessionIn = ({ headers }: HttpRequest): string => readCookie(headers.get('cookie'), cookie) ?? '';
  const cookieOf = (token: string) => ({ 'set-cookie': `${cookie}=${sessions.open(token)}; ${attributes}` });

  async function enter({ request, recognise }: PageRequest): Promise<ApiResponse> {
    const form = await readForm(request);
    if (!isOwnForm(form.get('form'), formOf(request))) throw new EngineError('permission_denied');
    const returnTo = readReturn(form);
    const token = (form.get('token') ?? '').trim();
    const member = await engine.authenticate(token);
    if (member === undefined) return refuse(request, returnTo);
    recognise(member);
    const headers = cookieOf(token);
    if (returnTo === '') return signedInPage(member.brand, headers);
    return { status: 303, headers: { ...securityHeaders, ...headers, location: returnTo } };
  }

  return {
    signIn: {
      member: async (request) => sessions.find(sessionIn(request)),
      url: (returnTo) => `${publicRoot}${signInPath}?${new URLSearchParams({ return_to: returnTo })}`,
      async enter(code) {
        const token = codes.use(code);
        return token === undefined ? undefined : cookieOf(token);
      },
      async signOut(request) {
        await sessions.end(sessionIn(request));
        return { 'set-cookie': `${cookie}=; Max-Age=0; ${attributes}` };
      },
    },
    operations: [
      {
        id: 'showSignIn',
        method: 'GET',
        path: signInPath,
        serve: async ({ request }) => showForm(request, readReturn(new URLSearchParams(request.query))),
      },
      { id: 'signIn', method: 'POST', path: signInPath, serve: enter },
    ],
  };
}

interface FormPage {
  readonly returnTo: string;
  /** The token of the form, which protects from forms of other sites. */
  readonly token: string;
  readonly fault?: string;
}

function formPage({ returnTo, token, fault }: FormPage, headers: Readonly<Record<string, string>>): ApiResponse {
  const alert = fault === undefined ? '' : `<p role="alert" id="fault"><strong>${fault}</strong></p>\n`;
  const invalid = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"';
  const body = `<p>This server knows people by their agent tokens. The first start printed one; <code>npx botwright token new</code> makes another.</p>
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

function signedInPage(brand: string, headers: Readonly<Record<string, string>>): ApiResponse {
  const body = `<p>For <strong>${escapeHtml(brand)}</strong>, for one hour.</p>`;
  return htmlPage(200, { title: 'You are signed in', body, headers });
}

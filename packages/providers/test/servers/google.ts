import { sheetsResponse } from './google-sheets.ts';
import {
  jsonResponse,
  type LocalServer,
  type ServedRequest,
  type ServedResponse,
  startLocalServer,
} from './local-server.ts';
import { type Consent, type Grant, giveConsent, type LocalPerson, oauthEndpoints } from './oauth-endpoints.ts';
import type { LocalFile } from './workbook.ts';

export interface LocalGoogleOptions {
  readonly people: readonly LocalPerson[];
  readonly files?: readonly LocalFile[];
  /** The size of a page of files, for any size in the request. */
  readonly pageSize?: number;
  readonly givesRefreshToken?: boolean;
}

export interface LocalGoogle extends LocalServer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  readonly endpoints: Readonly<Record<'authorization' | 'token' | 'revocation' | 'drive' | 'sheets', string>>;
  readonly grants: readonly Grant[];
  readonly secrets: readonly string[];
  consent(authorizationUrl: string, consent: Consent): Promise<URL>;
  expireAccessTokens(): void;
}

const app = { clientId: 'app.apps.googleusercontent.example', clientSecret: 'GOCSPX-local-secret' };

/** Google on this machine: consent, tokens, Drive's list of files, and the Sheets API with cells in memory. */
export async function startGoogle(options: LocalGoogleOptions): Promise<LocalGoogle> {
  const issuer = 'https://accounts.google.example';
  const oauth = oauthEndpoints({
    title: 'Google',
    ...app,
    people: options.people,
    secretIn: 'body',
    lifetimeSeconds: 3_599,
    rotates: false,
    spellScopes: (scopes) => scopes.map((scope) => spellings.get(scope) ?? scope).join(' '),
    grantMembers: (person) => ({
      id_token: idToken(issuer, person),
      ...(options.givesRefreshToken === false ? { refresh_token: undefined } : {}),
    }),
  });
  const answer = (request: ServedRequest): ServedResponse => {
    const { pathname } = request.url;
    if (pathname === '/o/oauth2/v2/auth') return oauth.authorize(request);
    if (pathname === '/token') return oauth.token(request);
    if (pathname === '/revoke') return revokeAll(oauth.grants, oauth.revoke(request));
    const grant = oauth.grantOf(request);
    if (grant === undefined) return refusal(401, 'UNAUTHENTICATED', { reason: 'authError' });
    if (pathname === '/drive/v3/files') return filesResponse(options, grant, request);
    return sheetsResponse(options.files ?? [], grant, request);
  };
  const server = await startLocalServer(answer);
  const { origin } = server;
  return {
    ...server,
    ...app,
    issuer,
    endpoints: {
      authorization: `${origin}/o/oauth2/v2/auth`,
      token: `${origin}/token`,
      revocation: `${origin}/revoke`,
      drive: `${origin}/drive/v3`,
      sheets: `${origin}/v4`,
    },
    grants: oauth.grants,
    secrets: oauth.secrets,
    consent: giveConsent,
    expireAccessTokens: oauth.expireAccessTokens,
  };
}

const spellings = new Map([['email', 'https://www.googleapis.com/auth/userinfo.email']]);

/** Revoking one token revokes all that the person ever gave the app. */
function revokeAll(grants: readonly Grant[], answer: ServedResponse): ServedResponse {
  const people = new Set(grants.filter(({ isRevoked }) => isRevoked).map(({ person }) => person.id));
  for (const grant of grants) if (people.has(grant.person.id)) grant.isRevoked = true;
  return answer;
}

function idToken(issuer: string, { id, email }: LocalPerson): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, aud: app.clientId, sub: id, email, email_verified: true, iat: now, exp: now + 3_600 };
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}.${Buffer.from('unsigned').toString('base64url')}`;
}

function filesResponse(
  { files = [], pageSize }: LocalGoogleOptions,
  grant: Grant,
  { url }: ServedRequest,
): ServedResponse {
  if (!grant.scopes.includes('https://www.googleapis.com/auth/drive.file')) {
    return refusal(403, 'PERMISSION_DENIED', { reason: 'insufficientPermissions' });
  }
  const visible = files.filter(
    ({ readers, isPicked, type }) =>
      readers.includes(grant.person.id) && isPicked !== false && (type ?? 'spreadsheet') === 'spreadsheet',
  );
  const from = Number(url.searchParams.get('pageToken') ?? '0');
  const to = from + (pageSize ?? Number(url.searchParams.get('pageSize')));
  return jsonResponse(200, {
    files: visible.slice(from, to).map(({ id, name }) => ({ id, name })),
    ...(to < visible.length ? { nextPageToken: String(to) } : {}),
  });
}

/** A refusal in Drive's form, which the Sheets API has too. */
export function refusal(status: number, code: string, { reason }: { readonly reason: string }): ServedResponse {
  const errors = [{ domain: 'global', reason, message: code }];
  return jsonResponse(status, { error: { code: status, message: code, status: code, errors } });
}

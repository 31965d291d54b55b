import {
  jsonResponse,
  type LocalServer,
  type ServedRequest,
  type ServedResponse,
  startLocalServer,
} from './local-server.ts';
import { type Consent, type Grant, giveConsent, type LocalPerson, oauthEndpoints } from './oauth-endpoints.ts';

export interface LocalEventType {
  readonly name: string;
  readonly minutes: number;
  readonly active?: boolean;
  readonly secret?: boolean;
  readonly bookingMethod?: 'instant' | 'poll';
  readonly deletedAt?: string;
}

export interface LocalCalendlyOptions {
  readonly people: readonly LocalPerson[];
  /** The event types of every person. */
  readonly eventTypes?: readonly LocalEventType[];
  /** The size of a page, for any size in the request. */
  readonly pageSize?: number;
  /** The scopes of token responses; left out: the agreed scopes. */
  readonly scope?: string;
}

export interface LocalCalendly extends LocalServer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints: Readonly<Record<'authorization' | 'token' | 'revocation' | 'api', string>>;
  readonly grants: readonly Grant[];
  readonly secrets: readonly string[];
  consent(authorizationUrl: string, consent: Consent): Promise<URL>;
  expireAccessTokens(): void;
}

const app = { clientId: 'calendly-app', clientSecret: 'calendly_secret-with_signs' };

/** Calendly on this machine: consent, tokens that rotate, the user and the event types. */
export async function startCalendly(options: LocalCalendlyOptions): Promise<LocalCalendly> {
  const oauth = oauthEndpoints({
    title: 'Calendly',
    ...app,
    people: options.people,
    secretIn: 'header',
    lifetimeSeconds: 7_200,
    rotates: true,
    spellScopes: (scopes) => options.scope ?? scopes.join(' '),
    grantMembers: (person) => ({ created_at: Math.floor(Date.now() / 1_000), owner: uriOf(person) }),
  });
  const answer = (request: ServedRequest): ServedResponse => {
    const { pathname } = request.url;
    if (pathname === '/oauth/authorize') return oauth.authorize(request);
    if (pathname === '/oauth/token') return oauth.token(request);
    if (pathname === '/oauth/revoke') return revoke(oauth.revoke, request);
    const grant = oauth.grantOf(request);
    if (grant === undefined) return fault(401, 'Unauthenticated');
    if (pathname === '/users/me') return within(grant, 'users:read', () => userResponse(grant.person));
    if (pathname === '/event_types') return within(grant, 'event_types:read', () => typesResponse(options, request));
    return fault(404, 'Resource Not Found');
  };
  const server = await startLocalServer(answer);
  const { origin } = server;
  return {
    ...server,
    ...app,
    endpoints: {
      authorization: `${origin}/oauth/authorize`,
      token: `${origin}/oauth/token`,
      revocation: `${origin}/oauth/revoke`,
      api: origin,
    },
    grants: oauth.grants,
    secrets: oauth.secrets,
    consent: giveConsent,
    expireAccessTokens: oauth.expireAccessTokens,
  };
}

function uriOf({ id }: LocalPerson): string {
  return `https://api.calendly.com/users/${id}`;
}

function revoke(take: (request: ServedRequest) => ServedResponse, request: ServedRequest): ServedResponse {
  const form = new URLSearchParams(request.body);
  if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.clientSecret) {
    return jsonResponse(403, { error: 'unauthorized_client', error_description: 'Not yours to revoke.' });
  }
  // RFC 7009: an unknown token counts as revoked.
  take(request);
  return jsonResponse(200, {});
}

function within({ scopes }: Grant, scope: string, answer: () => ServedResponse): ServedResponse {
  if (scopes.includes(scope)) return answer();
  return jsonResponse(403, {
    title: 'Insufficient scope',
    message: "This operation requires the scopes listed in the 'required_scopes' array.",
    required_scopes: [scope],
  });
}

function userResponse(person: LocalPerson): ServedResponse {
  const { name, email, id } = person;
  const resource = { uri: uriOf(person), name, slug: id, email, scheduling_url: `https://calendly.com/${id}` };
  return jsonResponse(200, { resource: { ...resource, timezone: 'Europe/Madrid', resource_type: 'User' } });
}

function typesResponse({ eventTypes = [], pageSize }: LocalCalendlyOptions, { url }: ServedRequest): ServedResponse {
  const user = url.searchParams.get('user') ?? '';
  if (!user.startsWith('https://api.calendly.com/users/')) return fault(400, 'Invalid Argument');
  const slug = user.split('/').at(-1) ?? '';
  // The filters of the query are ignored, so that the caller has to filter too.
  const sorted = eventTypes.toSorted((one, other) => one.name.localeCompare(other.name));
  const from = Number(url.searchParams.get('page_token') ?? '0');
  const to = from + (pageSize ?? Number(url.searchParams.get('count')));
  return jsonResponse(200, {
    collection: sorted.slice(from, to).map((type) => resourceOf(slug, type)),
    pagination: {
      count: Math.min(to, sorted.length) - from,
      next_page: to < sorted.length ? `${url.origin}/event_types?page_token=${to}` : null,
      previous_page: null,
      next_page_token: to < sorted.length ? String(to) : null,
      previous_page_token: null,
    },
  });
}

function resourceOf(user: string, type: LocalEventType): Readonly<Record<string, unknown>> {
  const slug = type.name.toLowerCase().replaceAll(/\W+/g, '-');
  return {
    uri: `https://api.calendly.com/event_types/${slug}`,
    name: type.name,
    active: type.active ?? true,
    booking_method: type.bookingMethod ?? 'instant',
    slug,
    scheduling_url: `https://calendly.com/${user}/${slug}`,
    duration: type.minutes,
    kind: 'solo',
    type: 'StandardEventType',
    secret: type.secret ?? false,
    deleted_at: type.deletedAt ?? null,
  };
}

function fault(status: number, title: string): ServedResponse {
  return jsonResponse(status, { title, message: `${title}.` });
}

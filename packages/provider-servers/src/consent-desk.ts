import { createHash, randomUUID } from 'node:crypto';
import { consentPage } from './consent-page.ts';
import { jsonAnswer, type ServedAnswer, type ServedRequest } from './local-server.ts';

/** Whoever can consent at a local provider. */
export interface LocalPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface DeskOptions {
  readonly title: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly people: readonly LocalPerson[];
  /** Where the token endpoint takes the secret. */
  readonly secretIn: 'header' | 'body';
  readonly lifetimeSeconds: number;
  /** A refresh token serves once, and each refresh gives another. */
  readonly rotates: boolean;
  /** How the service spells what was agreed to. */
  spellScopes(scopes: readonly string[]): string | undefined;
  /** More members of the answer to a code. */
  grantMembers(person: LocalPerson, scopes: readonly string[]): Readonly<Record<string, unknown>>;
}

export interface Grant {
  readonly person: LocalPerson;
  readonly scopes: readonly string[];
  accessTokens: readonly string[];
  refreshToken: string;
  isRevoked: boolean;
}

interface OpenCode {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** OAuth 2 with PKCE as RFC 6749, 7009 and 7636 have it, with a page to consent on. */
export interface ConsentDesk {
  readonly grants: readonly Grant[];
  /** Every code and token that was given out. */
  readonly secrets: readonly string[];
  authorize(request: ServedRequest): ServedAnswer;
  token(request: ServedRequest): ServedAnswer;
  revoke(request: ServedRequest): ServedAnswer;
  grantOf(request: ServedRequest): Grant | undefined;
  /** As when the time of the access tokens has run out. */
  expireAccessTokens(): void;
}

export function consentDesk(options: DeskOptions): ConsentDesk {
  const grants: Grant[] = [];
  const codes = new Map<string, OpenCode>();
  const secrets: string[] = [];
  const issue = (kind: string): string => {
    const secret = `${kind}-${randomUUID()}`;
    secrets.push(secret);
    return secret;
  };

  function consent(parameters: URLSearchParams, answers: URLSearchParams): ServedAnswer {
    const redirect = new URL(parameters.get('redirect_uri') ?? '');
    redirect.searchParams.set('state', parameters.get('state') ?? '');
    const person = options.people.find(({ id }) => id === answers.get('person'));
    if (person === undefined || answers.get('decision') !== 'allow') {
      redirect.searchParams.set('error', 'access_denied');
      return { status: 302, headers: { location: redirect.href } };
    }
    const asked = (parameters.get('scope') ?? '').split(' ');
    const scopes = answers.has('choice') ? asked.filter((scope) => answers.has('scope', scope)) : asked;
    const grant: Grant = { person, scopes, accessTokens: [], refreshToken: issue('refresh'), isRevoked: false };
    const code = issue('code');
    codes.set(code, {
      grant,
      redirectUri: parameters.get('redirect_uri') ?? '',
      challenge: parameters.get('code_challenge') ?? '',
    });
    redirect.searchParams.set('code', code);
    return { status: 302, headers: { location: redirect.href } };
  }

  function tokenAnswer(grant: Grant, members: Readonly<Record<string, unknown>>): ServedAnswer {
    const accessToken = issue('access');
    grant.accessTokens = [...grant.accessTokens, accessToken];
    const scope = options.spellScopes(grant.scopes);
    return jsonAnswer(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: options.lifetimeSeconds,
      ...(scope === undefined ? {} : { scope }),
      ...members,
    });
  }

  function exchange(form: URLSearchParams): ServedAnswer {
    const code = form.get('code') ?? '';
    const open = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (open?.redirectUri !== form.get('redirect_uri') || open.challenge !== challenge) {
      return jsonAnswer(400, { error: 'invalid_grant', error_description: `Malformed auth code ${code}.` });
    }
    const { grant } = open;
    grants.push(grant);
    return tokenAnswer(grant, {
      refresh_token: grant.refreshToken,
      ...options.grantMembers(grant.person, grant.scopes),
    });
  }

  function refresh(form: URLSearchParams): ServedAnswer {
    const token = form.get('refresh_token') ?? '';
    const grant = grants.find(({ refreshToken, isRevoked }) => !isRevoked && refreshToken === token);
    if (grant === undefined) {
      return jsonAnswer(400, { error: 'invalid_grant', error_description: `Token ${token} has been revoked.` });
    }
    if (!options.rotates) return tokenAnswer(grant, {});
    grant.refreshToken = issue('refresh');
    return tokenAnswer(grant, { refresh_token: grant.refreshToken });
  }

  return {
    grants,
    secrets,
    authorize({ method, url, body }) {
      const fault = faultOf(options, url.searchParams);
      if (fault !== undefined) return { status: 400, body: fault };
      if (method === 'POST') return consent(url.searchParams, new URLSearchParams(body));
      return consentPage(options, (url.searchParams.get('scope') ?? '').split(' '));
    },
    token(request) {
      const form = new URLSearchParams(request.body);
      if (!knowsApp(options, request, form)) return jsonAnswer(401, { error: 'invalid_client' });
      if (form.get('grant_type') === 'authorization_code') return exchange(form);
      if (form.get('grant_type') === 'refresh_token') return refresh(form);
      return jsonAnswer(400, { error: 'unsupported_grant_type' });
    },
    revoke({ body }) {
      const token = new URLSearchParams(body).get('token') ?? '';
      const grant = grants.find(({ refreshToken, accessTokens }) => [refreshToken, ...accessTokens].includes(token));
      if (grant === undefined || grant.isRevoked) return jsonAnswer(400, { error: 'invalid_token' });
      grant.isRevoked = true;
      return jsonAnswer(200, {});
    },
    grantOf({ headers }) {
      const token = headers['authorization']?.replace(/^Bearer /, '') ?? '';
      return grants.find(({ accessTokens, isRevoked }) => !isRevoked && accessTokens.includes(token));
    },
    expireAccessTokens() {
      for (const grant of grants) grant.accessTokens = [];
    },
  };
}

function faultOf({ clientId }: DeskOptions, parameters: URLSearchParams): string | undefined {
  if (parameters.get('client_id') !== clientId) return 'invalid_client';
  if (parameters.get('response_type') !== 'code') return 'unsupported_response_type';
  if (!URL.canParse(parameters.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch';
  return parameters.get('code_challenge_method') === 'S256' ? undefined : 'invalid_request';
}

function knowsApp(options: DeskOptions, { headers }: ServedRequest, form: URLSearchParams): boolean {
  const { clientId, clientSecret } = options;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  if (options.secretIn === 'header') return headers['authorization'] === basic;
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
}

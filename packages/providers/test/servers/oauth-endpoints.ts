import { hash, randomUUID } from 'node:crypto';
import type { CodeExchange } from '@botwright/core/ports';
import { pretendConsents } from '@botwright/core/testing';
import { jsonResponse, type ServedRequest, type ServedResponse } from './local-server.ts';

/** Somebody who can consent at a local provider. */
export interface LocalPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface OAuthEndpointOptions {
  readonly title: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly people: readonly LocalPerson[];
  /** Where the token endpoint expects the secret. */
  readonly secretIn: 'header' | 'body';
  readonly lifetimeSeconds: number;
  /** Whether a refresh token serves once, and each refresh gives another. */
  readonly rotates: boolean;
  /** The scopes of a response as the service names them. */
  spellScopes(scopes: readonly string[]): string | undefined;
  /** Further members of the response to a code. */
  grantMembers(person: LocalPerson, scopes: readonly string[]): Readonly<Record<string, unknown>>;
}

export interface Grant {
  readonly person: LocalPerson;
  readonly scopes: readonly string[];
  accessTokens: readonly string[];
  refreshToken: string;
  isRevoked: boolean;
}

/** The endpoints of OAuth 2 with PKCE (RFC 6749, 7009 and 7636), with a consent page. */
export interface OAuthEndpoints {
  readonly grants: readonly Grant[];
  /** Every code and token that was given out. */
  readonly secrets: readonly string[];
  authorize(request: ServedRequest): ServedResponse;
  token(request: ServedRequest): ServedResponse;
  revoke(request: ServedRequest): ServedResponse;
  grantOf(request: ServedRequest): Grant | undefined;
  /** Makes all access tokens invalid, as if their time were over. */
  expireAccessTokens(): void;
}

export function oauthEndpoints(options: OAuthEndpointOptions): OAuthEndpoints {
  const grants: Grant[] = [];
  const secrets: string[] = [];
  const issue = (kind: string): string => {
    const secret = `${kind}-${randomUUID()}`;
    secrets.push(secret);
    return secret;
  };
  const consents = pretendConsents<Grant>({
    newCode: () => issue('code'),
    challengeOf: (verifier) => hash('sha256', verifier, 'base64url'),
  });

  function consent(parameters: URLSearchParams, answers: URLSearchParams): ServedResponse {
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
    const request = {
      kind: 'spreadsheets',
      state: parameters.get('state') ?? '',
      redirectUri: parameters.get('redirect_uri') ?? '',
      codeChallenge: parameters.get('code_challenge') ?? '',
    } as const;
    consents.expect(request);
    redirect.searchParams.set('code', consents.answer(request, grant) ?? '');
    return { status: 302, headers: { location: redirect.href } };
  }

  function tokenResponse(grant: Grant, members: Readonly<Record<string, unknown>>): ServedResponse {
    const accessToken = issue('access');
    grant.accessTokens = [...grant.accessTokens, accessToken];
    const scope = options.spellScopes(grant.scopes);
    return jsonResponse(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: options.lifetimeSeconds,
      ...(scope === undefined ? {} : { scope }),
      ...members,
    });
  }

  function redeem(exchange: CodeExchange): Grant | undefined {
    try {
      return consents.redeem('spreadsheets', exchange);
    } catch {
      return undefined;
    }
  }

  function exchange(form: URLSearchParams): ServedResponse {
    const code = form.get('code') ?? '';
    const grant = redeem({
      code,
      codeVerifier: form.get('code_verifier') ?? '',
      redirectUri: form.get('redirect_uri') ?? '',
    });
    if (grant === undefined) {
      return jsonResponse(400, { error: 'invalid_grant', error_description: `Malformed auth code ${code}.` });
    }
    grants.push(grant);
    return tokenResponse(grant, {
      refresh_token: grant.refreshToken,
      ...options.grantMembers(grant.person, grant.scopes),
    });
  }

  function refresh(form: URLSearchParams): ServedResponse {
    const token = form.get('refresh_token') ?? '';
    const grant = grants.find(({ refreshToken, isRevoked }) => !isRevoked && refreshToken === token);
    if (grant === undefined) {
      return jsonResponse(400, { error: 'invalid_grant', error_description: `Token ${token} has been revoked.` });
    }
    if (!options.rotates) return tokenResponse(grant, {});
    grant.refreshToken = issue('refresh');
    return tokenResponse(grant, { refresh_token: grant.refreshToken });
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
      if (!knowsApp(options, request, form)) return jsonResponse(401, { error: 'invalid_client' });
      if (form.get('grant_type') === 'authorization_code') return exchange(form);
      if (form.get('grant_type') === 'refresh_token') return refresh(form);
      return jsonResponse(400, { error: 'unsupported_grant_type' });
    },
    revoke({ body }) {
      const token = new URLSearchParams(body).get('token') ?? '';
      const grant = grants.find(({ refreshToken, accessTokens }) => [refreshToken, ...accessTokens].includes(token));
      if (grant === undefined || grant.isRevoked) return jsonResponse(400, { error: 'invalid_token' });
      grant.isRevoked = true;
      return jsonResponse(200, {});
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

function faultOf({ clientId }: OAuthEndpointOptions, parameters: URLSearchParams): string | undefined {
  if (parameters.get('client_id') !== clientId) return 'invalid_client';
  if (parameters.get('response_type') !== 'code') return 'unsupported_response_type';
  if (!URL.canParse(parameters.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch';
  return parameters.get('code_challenge_method') === 'S256' ? undefined : 'invalid_request';
}

function knowsApp(options: OAuthEndpointOptions, { headers }: ServedRequest, form: URLSearchParams): boolean {
  const { clientId, clientSecret } = options;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  if (options.secretIn === 'header') return headers['authorization'] === basic;
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
}

/** The consent page, which posts to its own URL. */
function consentPage({ title, people }: OAuthEndpointOptions, scopes: readonly string[]): ServedResponse {
  const choices = people.map(
    ({ id, name, email }, index) =>
      `<label><input type="radio" name="person" value="${escapeHtml(id)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)} (${escapeHtml(email)})</label><br>`,
  );
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${escapeHtml(scope)}</label><br>`,
  );
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}, on this machine</title></head>
<body><h1>${escapeHtml(title)}, on this machine</h1><form method="post">
<fieldset><legend>Who are you?</legend>${choices.join('\n')}</fieldset>
<fieldset><legend>What the app may do</legend><input type="hidden" name="choice" value="scopes">${boxes.join('\n')}</fieldset>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Consent {
  /** Id of the person. */
  readonly person: string;
  /** Left out: all that are asked for. */
  readonly scopes?: readonly string[];
  readonly decision?: 'allow' | 'deny';
}

/** Consents as a person would on the page. @returns Where the browser is sent. */
export async function giveConsent(authorizationUrl: string, consent: Consent): Promise<URL> {
  const body = new URLSearchParams({ person: consent.person, decision: consent.decision ?? 'allow' });
  if (consent.scopes !== undefined) body.set('choice', 'scopes');
  for (const scope of consent.scopes ?? []) body.append('scope', scope);
  const response = await fetch(authorizationUrl, { method: 'POST', body, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`No consent: ${response.status} ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

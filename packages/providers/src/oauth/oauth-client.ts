import {
  type AuthorizationRequest,
  type Clock,
  type CodeExchange,
  ProviderError,
  type ProviderTokens,
} from '@botwright/core/ports';
import * as oauth from 'oauth4webapi';
import { exchangeFault, isUnknownToken, oauthFault, refreshFault } from './oauth-faults.ts';
import type { ProviderCall } from './provider-calls.ts';

/** The credentials of the app that was registered with the provider. */
export interface OAuthApp {
  /** From the registration of the app at the provider. */
  readonly clientId: string;
  /** Never in a URL, an error or a log. */
  readonly clientSecret: string;
}

/** A provider's authorization server: its endpoints and its habits. */
export interface OAuthServer {
  /** For messages: "Google". */
  readonly service: string;
  /** The issuer in ID tokens; without ID tokens, any URL of the service. */
  readonly issuer: string;
  /** The consent page, for browsers. */
  readonly authorization: URL;
  /** Exchanges codes and refresh tokens. */
  readonly token: URL;
  /** Ends consents. */
  readonly revocation: URL;
  /** The scopes to ask for. */
  readonly scopes: readonly string[];
  /** Further parameters of the authorization URL. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Where the token endpoint expects the app's secret. */
  readonly secretIn: 'header' | 'body';
  /** Whether a revocation needs the app's secret too. */
  readonly revokesWithSecret?: true;
  /** The grant must come with an ID token. */
  readonly hasIdToken?: true;
}

/** The result of a consent. */
export interface OAuthGrant {
  /** Secrets: store them encrypted. */
  readonly tokens: ProviderTokens;
  /** The claims of the ID token. Issuer, audience and times are checked. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** An OAuth 2 client with PKCE for one provider. Errors hold nothing of a token, a code or a secret. */
export interface OAuthClient {
  /** Returns the URL of the consent page, with the S256 challenge. Sends no request. */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Exchanges a code for tokens, and checks the ID token if there is one.
   *
   * @throws {ProviderError} `refused` for a code that the provider does not accept.
   */
  exchangeCode(call: ProviderCall, exchange: CodeExchange): Promise<OAuthGrant>;
  /**
   * Gets a fresh access token, and the former refresh token if the provider sends no other.
   *
   * @throws {ProviderError} `revoked` when no refresh can help.
   */
  refresh(call: ProviderCall, tokens: ProviderTokens): Promise<ProviderTokens>;
  /**
   * Ends the consent; does nothing for tokens that the provider no longer knows.
   *
   * @throws {ProviderError}
   */
  revoke(call: ProviderCall, tokens: ProviderTokens): Promise<void>;
}

/** The app of the host, the server that registered it, and the clock of its tokens. */
export interface OAuthClientOptions {
  /** Sent with requests for tokens. */
  readonly app: OAuthApp;
  /** The provider's endpoints and its habits. */
  readonly server: OAuthServer;
  /** Gives `expiresAt` of tokens from their lifetimes. */
  readonly clock: Clock;
}

/**
 * Obtains, refreshes and revokes tokens with OAuth 2.0 and PKCE. Calls reject with `ProviderError`.
 *
 * @throws {TypeError} For an app without id or secret.
 * @spec PV1, PV2, PV3, PV4, PV5, PV10
 */
export function oauthClient({ app, server, clock }: OAuthClientOptions): OAuthClient {
  for (const name of ['clientId', 'clientSecret'] as const) {
    if (app[name] === '') throw new TypeError(`"${name}" must not be empty.`);
  }
  const { service } = server;
  const as: oauth.AuthorizationServer = {
    issuer: server.issuer,
    token_endpoint: server.token.href,
    revocation_endpoint: server.revocation.href,
  };
  const client: oauth.Client = { client_id: app.clientId };
  const inBody = oauth.ClientSecretPost(app.clientSecret);
  const authentication = server.secretIn === 'body' ? inBody : inHeader(app);

  async function fetchGrant(
    call: ProviderCall,
    { code, codeVerifier, redirectUri }: CodeExchange,
  ): Promise<oauth.TokenEndpointResponse> {
    // The engine has checked the state.
    const parameters = oauth.validateAuthResponse(as, client, new URLSearchParams({ code }), oauth.expectNoState);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authentication,
      parameters,
      redirectUri,
      codeVerifier,
      sending(call),
    );
    return oauth.processAuthorizationCodeResponse(as, client, response, { requireIdToken: server.hasIdToken === true });
  }

  return {
    authorizationUrl: (request) => authorizationUrl(app, server, request),
    async exchangeCode(call, exchange) {
      try {
        const response = await fetchGrant(call, exchange);
        const claims = oauth.getValidatedIdTokenClaims(response) ?? {};
        return { tokens: tokensOf(response, { scopes: server.scopes }, clock), claims };
      } catch (error) {
        throw exchangeFault(service, error);
      }
    },
    async refresh(call, tokens) {
      const { refreshToken } = tokens;
      if (refreshToken === undefined) throw new ProviderError('revoked', `${service} gave no refresh token.`);
      try {
        const answer = await oauth.refreshTokenGrantRequest(as, client, authentication, refreshToken, sending(call));
        return tokensOf(await oauth.processRefreshTokenResponse(as, client, answer), tokens, clock);
      } catch (error) {
        throw refreshFault(service, error);
      }
    },
    async revoke(call, { accessToken, refreshToken }) {
      const secret = server.revokesWithSecret === true ? inBody : () => undefined;
      try {
        const answer = await oauth.revocationRequest(as, client, secret, refreshToken ?? accessToken, sending(call));
        await oauth.processRevocationResponse(answer);
      } catch (error) {
        if (!isUnknownToken(error)) throw oauthFault(service, error);
      }
    },
  };
}

/**
 * Does without the form encoding that RFC 6749 asks for, which the library applies to `-` and `_` too: services do not
 * decode it, so a secret with one of these would be wrong.
 */
function inHeader({ clientId, clientSecret }: OAuthApp): oauth.ClientAuth {
  const credentials = btoa(`${clientId}:${clientSecret}`);
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`);
}

/** @spec PV1 */
function authorizationUrl(app: OAuthApp, server: OAuthServer, request: AuthorizationRequest): string {
  const url = new URL(server.authorization);
  url.search = new URLSearchParams({
    ...server.parameters,
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: request.redirectUri,
    scope: server.scopes.join(' '),
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

/** The library may use http: `readEndpoint` allows it for this machine only. */
function sending(call: ProviderCall): oauth.TokenEndpointRequestOptions {
  return {
    [oauth.customFetch]: (url, { method, headers, body }) => call.send(url, { method, headers, body: String(body) }),
    [oauth.allowInsecureRequests]: true,
  };
}

/** Members missing in the response stay unchanged. @spec PV3 */
function tokensOf(
  response: oauth.TokenEndpointResponse,
  former: Pick<ProviderTokens, 'refreshToken' | 'scopes'>,
  clock: Clock,
): ProviderTokens {
  const refreshToken = response.refresh_token ?? former.refreshToken;
  return {
    accessToken: response.access_token,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(response.expires_in === undefined ? {} : { expiresAt: clock.now() + response.expires_in * 1_000 }),
    scopes: response.scope?.split(' ').filter((scope) => scope !== '') ?? former.scopes,
  };
}

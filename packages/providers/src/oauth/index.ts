/** @module Shared parts of providers of connected accounts: OAuth 2 with PKCE, and requests with time-outs. */
export { apiUrl, readEndpoint } from './endpoint.ts';
export type { Fetch } from './fetch.ts';
export {
  type OAuthApp,
  type OAuthClient,
  type OAuthClientOptions,
  type OAuthGrant,
  type OAuthServer,
  oauthClient,
} from './oauth-client.ts';
export { type ApiRequest, type ProviderCall, providerCalls } from './provider-calls.ts';
export { type ProviderOptions, readOptions } from './provider-options.ts';

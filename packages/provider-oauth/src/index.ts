/** @module What providers of connected accounts share: OAuth 2 with PKCE, and requests that end. */
export { apiUrl, readEndpoint } from './endpoint.ts';
export type { Fetch, FetchedAnswer, FetchInit } from './fetch.ts';
export {
  type OAuthApp,
  type OAuthClient,
  type OAuthGrant,
  type OAuthParts,
  type OAuthServer,
  oauthClient,
} from './oauth-client.ts';
export {
  type ApiRequest,
  type CallSettings,
  type ProviderCall,
  providerCalls,
  type SentInit,
} from './provider-calls.ts';
export {
  type ProviderDefaults,
  type ProviderOptions,
  type ProviderSetting,
  readOptions,
} from './provider-options.ts';

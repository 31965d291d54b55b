/** @module The interfaces over HTTP, for any server: routes, credentials, encodings and the OpenAPI documents. */

export type { BotsApiOptions } from './bots/bots-api-options.ts';
export { type BotsApi, createBotsApi } from './bots/create-bots-api.ts';
export type { FindPrincipal, SessionOptions } from './bots/credentials/credential-reader.ts';
export type { Extensions } from './bots/operations/operation.ts';
export type { ChatApiOptions, ChatEngine } from './chat/chat-api-options.ts';
export { createChatApi } from './chat/create-chat-api.ts';
export type { ConnectPageOptions, MemberSignIn } from './connect/connect-page-options.ts';
export { createConnectPage } from './connect/create-connect-page.ts';
export type { Answered, ApiOptions } from './exchange/api-options.ts';
export { combineApis } from './exchange/combine-apis.ts';
export type { HttpApi, MountedApi } from './exchange/http-api.ts';
export type { HeaderReader, HttpAnswer, HttpExchange } from './exchange/http-exchange.ts';
export { type FailureLimiter, type FailureLimits, failureLimiter } from './exchange/rate/failure-limiter.ts';
export type { RateLimiter } from './exchange/rate/rate-limiter.ts';
export type { SlidingLogBounds } from './exchange/rate/sliding-log.ts';
export { slidingLogLimiter } from './exchange/rate/sliding-log-limiter.ts';
export { requestLines } from './exchange/request-lines.ts';
export type { TokenApiOptions } from './exchange/token-api/token-api-options.ts';
export { createPlatformApi } from './platform/create-platform-api.ts';
export type { PlatformApiOptions, PlatformEngine, PlatformHandles } from './platform/platform-api-options.ts';
export type { MessageTemplate } from './platform/schemas/template-schema.ts';

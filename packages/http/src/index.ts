/** @module The Bots API over HTTP, for any server: routes, credentials, encodings and the OpenAPI document. */

export type { Answered, BotsApiOptions } from './bots-api-options.ts';
export { type BotsApi, createBotsApi } from './create-bots-api.ts';
export type { FindPrincipal, SessionOptions } from './credentials/credential-reader.ts';
export type { HeaderReader, HttpAnswer, HttpExchange } from './exchange.ts';
export type { Extensions } from './operations/operation.ts';
export type { RateLimiter, RateVerdict } from './rate/rate-limiter.ts';
export { slidingLogLimiter } from './rate/sliding-log-limiter.ts';

/** @module Connects the Bots API to Hono, and to any host that answers a Request with a Response. */

export type { DiscardBounds } from './body-reader.ts';
export { type FetchHandlerOptions, fetchHandler } from './fetch-handler.ts';
export { type HonoContextLike, honoHandler } from './hono-handler.ts';

/**
 * @module Connects the interfaces of `@botwright/http` to Hono, and to any host that answers a Request with a Response.
 */

export { type FetchHandlerOptions, fetchHandler } from './fetch-handler.ts';
export { type HonoContextLike, honoHandler } from './hono-handler.ts';

import type { HttpApi } from '@botwright/http';
import { type FetchHandlerOptions, fetchHandler } from './fetch-handler.ts';

/** The members of a Hono context that the handler uses. */
export interface HonoContextLike {
  readonly req: { readonly raw: Request };
}

/**
 * Connects an API to a Hono application.
 *
 * @spec HT49
 * @example
 * app.all('/v0-alpha/*', honoHandler(createBotsApi({ engine, publicUrl })));
 */
export function honoHandler(
  api: HttpApi,
  options: FetchHandlerOptions = {},
): (context: HonoContextLike) => Promise<Response> {
  const handle = fetchHandler(api, options);
  return (context) => handle(context.req.raw);
}

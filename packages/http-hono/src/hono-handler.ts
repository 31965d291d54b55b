import type { HttpApi } from '@botwright/http';
import { type FetchHandlerOptions, requestHandler } from './fetch-handler.ts';

/** The members of a Hono context that the handler uses. */
export interface HonoContextLike {
  /** The request of the platform, and its path parameters. */
  readonly req: {
    readonly raw: Request;
    /** Path parameters of the route. */
    param(): Readonly<Record<string, string>>;
  };
}

/**
 * Connects an API to a Hono application.
 *
 * @spec HT49, HA20
 * @example
 * app.all('/v0-alpha/*', honoHandler(createBotsApi({ engine, publicUrl })));
 */
export function honoHandler(
  api: HttpApi,
  options: FetchHandlerOptions = {},
): (context: HonoContextLike) => Promise<Response> {
  const handle = requestHandler(api, options);
  return ({ req }) => handle(req.raw, req.param());
}

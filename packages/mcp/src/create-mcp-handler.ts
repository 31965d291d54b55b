import type { Engine, Principal } from '@botwright/core';
import { systemIds, systemTimer } from '@botwright/core/node';
import type { Clock, Timer } from '@botwright/core/ports';
import type { DefinedBlock } from '@botwright/core/runner';
import {
  type AuthInfo,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  createMcpHandler as serve,
} from '@modelcontextprotocol/server';
import { engineBots } from './engine-bots.ts';
import { mcpServer } from './mcp-server.ts';
import { readBearer } from './read-bearer.ts';
import type { PublishOptions } from './server-options.ts';

/** Bounds of one handler. */
const mostAtOnce = 32;
const mostOfPerson = 8;
const largestBody = 4 * 1_048_576;
const longestMs = 60_000;

/** All members are optional. */
interface HandlerOptions extends PublishOptions {
  /** Host names that requests may address. Default: the names of the own machine. */
  readonly hosts?: readonly string[];
  /** Host names of pages that may call. Default: the names of the own machine. Programs send no `Origin`. */
  readonly origins?: readonly string[];
  /** The address of this server and of its authorization servers: it then serves the metadata of RFC 9728. */
  readonly resource?: { readonly url: string; readonly authorizationServers: readonly string[] };
  /** The host's own blocks, as the engine and its runner have them. */
  readonly blocks?: readonly DefinedBlock[];
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Default: the timers of the machine. */
  readonly timer?: Timer;
  /** Called with each fault, which no answer shows. */
  readonly onFault?: (fault: unknown) => void;
}

const metadataPath = '/.well-known/oauth-protected-resource';

/**
 * Makes a web-standard handler of the Model Context Protocol over the bots of an engine: mount it under any path.
 *
 * @param principal - Finds the caller of a bearer token, such as `(token) => engine.authenticate(token)`; `undefined`:
 *   the token is not valid. Or the caller, for a host that has authenticated the request itself.
 * @spec MC7, MC12
 * @example
 * const handler = createMcpHandler(engine, (token) => engine.authenticate(token));
 * const response = await handler(request);
 *
 */
export function createMcpHandler(
  engine: Engine,
  principal: Principal | ((token: string) => Promise<Principal | undefined> | Principal | undefined),
  options: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  const { hosts, origins, resource, timer = systemTimer(), onFault } = options;
  const stateKey = systemIds().token();
  const running = new Map<string, number>();
  let atOnce = 0;
  const { fetch } = serve(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.['principal'] as Principal;
      const subject = JSON.stringify([caller.brand, caller.person]);
      try {
        return mcpServer(engineBots(engine, caller, options), { publishing: options, stateKey, subject, onFault });
      } catch (error) {
        onFault?.(error);
        throw error;
      }
    },
    { maxRequestBodySize: largestBody, maxSubscriptions: mostOfPerson },
  );
  const metadata = resource && {
    resource: resource.url,
    authorization_servers: resource.authorizationServers,
    bearer_methods_supported: ['header'],
  };
  const challenge = resource === undefined ? 'Bearer' : `Bearer resource_metadata="${metadataUrl(resource.url)}"`;

  const failure = (error: unknown): Response => {
    onFault?.(error);
    return problem(500, 'The call failed by a fault of the server.');
  };

  return async (request) => {
    const refused =
      hostHeaderValidationResponse(withHost(request), [...(hosts ?? localhostAllowedHostnames())]) ??
      originValidationResponse(request, [...(origins ?? localhostAllowedOrigins())]);
    if (refused !== undefined) return refused;
    if (metadata !== undefined && `${new URL(request.url).pathname}/`.startsWith(`${metadataPath}/`)) {
      return Response.json(metadata);
    }
    let caller: Principal | undefined;
    try {
      caller = await callerOf(request, principal);
    } catch (error) {
      return failure(error);
    }
    if (caller === undefined) {
      return problem(401, 'The bearer token is missing or not valid.', { 'www-authenticate': challenge });
    }
    const subject = JSON.stringify([caller.brand, caller.person]);
    const own = running.get(subject) ?? 0;
    if (atOnce >= mostAtOnce || own >= mostOfPerson) {
      return problem(429, 'Too many calls run at once.', { 'retry-after': '1' });
    }
    atOnce += 1;
    running.set(subject, own + 1);
    const ended = new AbortController();
    const tooLate = new AbortController();
    const end = (): void => {
      if (ended.signal.aborted) return;
      ended.abort();
      atOnce -= 1;
      const left = (running.get(subject) ?? 1) - 1;
      if (left === 0) running.delete(subject);
      else running.set(subject, left);
    };
    const late = timer.sleep(longestMs, ended.signal).then(() => {
      if (!ended.signal.aborted) tooLate.abort();
      end();
      return problem(504, 'The call took too long.');
    });
    try {
      const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { principal: caller } };
      const response = await Promise.race([fetch(request, { authInfo }), late]);
      return endedWith(response, tooLate.signal, end);
    } catch (error) {
      end();
      return failure(error);
    }
  };
}

async function callerOf(
  request: Request,
  principal: Parameters<typeof createMcpHandler>[1],
): Promise<Principal | undefined> {
  if (typeof principal !== 'function') return principal;
  const token = readBearer(request.headers.get('authorization'));
  if (token === undefined) return undefined;
  // A lookup in JavaScript may find `null`.
  return (await principal(token)) ?? undefined;
}

/** Calls `end` when the body of the response has ended, or the reader has gone. The signal ends the body. */
function endedWith(response: Response, signal: AbortSignal, end: () => void): Response {
  if (response.body === null) {
    end();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // A body that breaks off ends, like one that is whole: its reader has the error.
  response.body.pipeTo(writable, { signal }).then(end, end);
  const { status, headers } = response;
  return new Response(readable, { status, headers });
}

function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPath}${pathname === '/' ? '' : pathname}`;
}

/** A `Request` that no server received names its host only in the address. */
function withHost(request: Request): Request {
  if (request.headers.has('host')) return request;
  return new Request(request.url, { headers: { host: new URL(request.url).host } });
}

function problem(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  const error = { code: -32_000, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status, headers });
}

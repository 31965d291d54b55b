import type { Bot, BrandEngine } from '@botwright/core';
import { type Operation, operationsOf, type RouteContext } from '../pipeline/operation.ts';
import type { ApiResponse, ResponseCache } from '../response/response.ts';

/** Operations that the specification describes as not yet served; a host may enable them. */
export interface Extensions {
  /** `DELETE …/draft` goes back to the live version. */
  readonly discardDraft: boolean;
  /** `GET …/draft/revisions` lists past states. */
  readonly draftRevisions: boolean;
  /** `POST /bots` takes a `source`. */
  readonly duplicateBot: boolean;
}

/** Context of operations of the Bots API. */
export interface BotsContext extends RouteContext {
  readonly extensions: Extensions;
  /** Encodes responses to reads of one bot. */
  readonly botResponses: ResponseCache<Bot>;
}

/** A path and a method of the Bots API, with its inputs, use-case and answers. `createBotsApi` takes more of them. */
export type BotsOperation = Operation<BrandEngine, BotsContext>;

/**
 * Makes an operation of the Bots API, built in or added by a host.
 *
 * @example
 * const countBots = defineBotsOperation({
 *   id: 'countBots', method: 'GET', path: '/bot_count', tag: 'Bots', summary: 'Count bots', permission: 'view_bots',
 *   success: { status: 200, description: 'The number.' },
 *   errors: [],
 *   work: (engine) => engine.bots.list({ pageSize: 1 }),
 *   encode: ({ total }) => ({ status: 200, body: JSON.stringify({ data: total }) }),
 * });
 * createBotsApi({ engine, publicUrl, operations: [...botsOperations, countBots] });
 */
export const defineBotsOperation = operationsOf<BrandEngine, BotsContext>();

/** Whether an operation is served, and not only described. */
export function isSwitchedOn({ needs }: { readonly needs?: string | undefined }, extensions: Extensions): boolean {
  return needs === undefined || extensions[needs as keyof Extensions] === true;
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not Found</title></head>
<body><h1>Not Found</h1><p>The requested resource was not found on this server.</p></body>
</html>
`;

/** The response of a path when all its operations are disabled. @spec AP23 */
export const notFoundPage: ApiResponse = Object.freeze({
  status: 404,
  contentType: 'text/html; charset=utf-8',
  body: page,
});

/** The response of a method when its operation is disabled. @spec AP22 */
export function methodSwitchedOff(method: string, allow: string): ApiResponse {
  return { status: 405, headers: { allow }, body: JSON.stringify({ detail: `Method "${method}" not allowed.` }) };
}

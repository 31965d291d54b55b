import type { Bot, BrandEngine } from '@botwright/core';
import { type DefineOperation, defineOperation, type Operation, type RouteContext } from '../pipeline/operation.ts';
import type { ApiResponse, ResponseCache } from '../response/response.ts';

/** Operations beyond the specification's state of things, which a host may switch on. */
export interface Extensions {
  /** `DELETE …/draft` goes back to the live version. */
  readonly discardDraft: boolean;
  /** `GET …/draft/revisions` lists past states. */
  readonly draftRevisions: boolean;
  /** `POST /bots` takes a `source`. */
  readonly duplicateBot: boolean;
}

/** What operations of the Bots API know beside the request. */
export interface BotsContext extends RouteContext {
  readonly extensions: Extensions;
  /** Encodes responses that are one bot, as it is read. */
  readonly botResponses: ResponseCache<Bot>;
}

export type BotsOperation = Operation<BrandEngine, BotsContext>;

/**
 * Makes an operation of the Bots API, for its own table or beside it.
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
export const defineBotsOperation: DefineOperation<BrandEngine, BotsContext> = defineOperation;

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

/** Of a path all of whose operations are switched off. @spec AP23 */
export const notFoundPage: ApiResponse = Object.freeze({
  status: 404,
  contentType: 'text/html; charset=utf-8',
  body: page,
});

/** Of a method whose operation is switched off. @spec AP22 */
export function methodSwitchedOff(method: string, allow: string): ApiResponse {
  return { status: 405, headers: { allow }, body: JSON.stringify({ detail: `Method "${method}" not allowed.` }) };
}

import { type Engine, EngineError } from '@botwright/core';
import type { WebVisitor } from '@botwright/core/front';
import { systemClock, systemTimer } from '@botwright/core/node';
import type { Timer } from '@botwright/core/ports';
import { encodeBotsError } from '../bots/wire/error.ts';
import { findBase, readBasePath, readBaseUrl, segmentsBelow } from '../pipeline/base-path.ts';
import { checkOperations } from '../pipeline/check-operations.ts';
import { type ApiOptions, createHttpApi } from '../pipeline/create-http-api.ts';
import type { HttpRequest, MountedApi } from '../pipeline/http-api.ts';
import type { RequestProgress } from '../pipeline/request-progress.ts';
import { createRouter } from '../pipeline/router.ts';
import { type InputRules, operationServer } from '../pipeline/serve-operation.ts';
import { readAuthorization, readWait } from '../request/headers.ts';
import { ErrorWithHeaders, methodNotAllowed, tooManyRequests } from '../response/errors.ts';
import { type ApiResponse, privateHeaders, type StreamedResponse } from '../response/response.ts';
import { fileOperations } from './file-operations.ts';
import { webChatOperations } from './operations.ts';
import { type VisitorLimits, visitorBounds } from './visitor-limits.ts';
import type { VisitorCall, WebChatContext } from './web-chat-operation.ts';

/** Limits, waits and addresses of the requests of visitors. */
export interface WebChatApiOptions extends ApiOptions {
  /** An engine, or only its `webChat`. */
  readonly engine: Pick<Engine, 'webChat'>;
  /** Public URL of the web chat, below which the base path is. */
  readonly publicUrl: string;
  /** Path of the operations, with which `publicUrl` ends; default `/chat/api`. */
  readonly basePath?: string;
  /** Maximum bytes of a request body; default 256 KiB. */
  readonly maxBodyBytes?: number;
  /** Limits of this process for visitors. */
  readonly limits?: Partial<VisitorLimits>;
  /** Milliseconds for which a request waits for answers; default 10,000. */
  readonly answerWithinMs?: number;
  /** Ends all streams and all waits for answers: abort it when the server stops. Clients reconnect. */
  readonly closing?: AbortSignal;
  /** Default: the machine's timers. */
  readonly timer?: Timer;
}

const defaultBasePath = '/chat/api';
const defaultMaxBodyBytes = 256 * 1_024;
const defaultAnswerWithinMs = 10_000;

const inputRules: InputRules = {
  refusesUnusedQuery: false,
  readsFirst: 'body',
  takesNull: false,
  malformedAddress: 'invalid_parameters',
};

/**
 * Makes the operations behind a page on which visitors talk to a published bot, each with `Authorization: Token` and
 * the token from the begin of the conversation. It is not a cookie, so a browser never sends it on behalf of another
 * site.
 *
 * Requests are checked in this order: path, rate of the address, visitor, rate of the visitor, method, input.
 *
 * @throws {TypeError} when `publicUrl` is not the URL of its base, or a limit is not an integer from 1.
 * @spec WC1, WC2, WC3, WC12, WC34
 * @example
 * const api = createWebChatApi({ engine, publicUrl: 'https://acme.example/chat/api' });
 * createServer(nodeListener(api)).listen(3000);
 */
export function createWebChatApi(options: WebChatApiOptions): MountedApi {
  const { engine, clock = systemClock(), timer = systemTimer(), maxBodyBytes = defaultMaxBodyBytes, closing } = options;
  const { webChat } = engine;
  const path = readBasePath('basePath', options.basePath ?? defaultBasePath);
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, path);
  const bounds = visitorBounds(options.limits, clock);
  const { answerWithinMs = defaultAnswerWithinMs } = options;
  const context: WebChatContext = {
    publicUrl,
    openApi: async () => '',
    webChat,
    timer,
    bounds,
    answerWithinMs,
    closing,
  };
  const operations = [...webChatOperations, ...fileOperations];
  checkOperations(operations);
  const router = createRouter(operations);
  const serve = operationServer<VisitorCall, VisitorCall, WebChatContext>({
    engine: { bind: (call) => call },
    input: inputRules,
    maxBodyBytes,
  });

  /** @returns The visitor, the fault of the credential, or `undefined` without a credential. @spec WC2, WC24 */
  async function findVisitor(request: HttpRequest, bot: number): Promise<WebVisitor | string | undefined> {
    const given = readAuthorization(request.headers.get('authorization'));
    if (given === undefined) return undefined;
    if (given.scheme !== 'token') return wrongScheme;
    return (await webChat.authenticate(bot, given.value)) ?? unknownToken;
  }

  async function respond(request: HttpRequest, progress: RequestProgress): Promise<ApiResponse | StreamedResponse> {
    const base = findBase([{ path }], request.path);
    const segments = base && segmentsBelow(request.path, base);
    const match = segments && router.find(segments);
    if (match === undefined) throw new EngineError('path_not_found');
    const { resource, params } = match;
    // A page may show many files together.
    const isFileRead = params['file'] !== undefined && request.method !== 'POST';
    const ofAddress = isFileRead ? bounds.admitFileRead(request.address) : bounds.admitRequest(request.address);
    if (ofAddress.kind === 'refused') throw tooManyRequests(ofAddress.retryAfterMs);
    const operation = resource.operations.get(request.method);
    if (operation === undefined) throw methodNotAllowed(resource.allow);
    progress.operation = operation;

    const bot = /^[1-9]\d{0,15}$/.test(params['bot_number'] ?? '') ? Number(params['bot_number']) : Number.NaN;
    const visitor = await findVisitor(request, bot);
    if (typeof visitor === 'string') {
      throw new ErrorWithHeaders('not_authenticated', { 'www-authenticate': challenge }, visitor);
    }
    if (visitor !== undefined) {
      progress.caller = { brand: visitor.brand };
      const ofVisitor = bounds.admitVisitor(visitor.customer);
      if (ofVisitor.kind === 'refused') throw tooManyRequests(ofVisitor.retryAfterMs);
    }
    const caller: VisitorCall = {
      bot,
      ...(visitor !== undefined && { visitor }),
      address: request.address,
      origin: request.headers.get('origin') ?? undefined,
      waitSeconds: readWait(request.headers.get('prefer')),
      lastEventId: request.headers.get('last-event-id') ?? undefined,
    };
    return serve(operation, { request, progress, basePath: path, params, caller, needsContentType: false, context });
  }

  return {
    ...createHttpApi({ ...options, clock }, { respond, encodeError: encodeBotsError, headers: privateHeaders }),
    basePaths: [path],
  };
}

const challenge = 'Token realm="web chat"';
const unknownToken = 'The token is of no visitor of this bot, or the conversation has expired: begin another one.';
const wrongScheme =
  'Send the header Authorization with the scheme Token: "Authorization: Token …", with the token of the conversation.';

import { type Clock, EngineError, type IdSource, isEngineError, systemClock, systemIds } from '@botwright/core';
import type { ApiOptions } from './api-options.ts';
import { hostListeners } from './host-listeners.ts';
import type { HttpApi } from './http-api.ts';
import type { HttpExchange } from './http-exchange.ts';
import { finishAnswer } from './reply/finish-answer.ts';
import type { Reply } from './reply/reply.ts';
import { chooseRequestId } from './request/request-id.ts';

/** What became known of a request while it was answered. */
export interface Progress {
  operation?: { readonly id: string };
  caller?: { readonly brand: string; readonly person?: number };
  /** What the host is told in place of a path that holds a secret. */
  shownPath?: string;
}

/** What makes one interface different from another. */
export interface ApiParts {
  /** @throws {EngineError} for whatever it refuses. */
  reply(exchange: HttpExchange, progress: Progress): Promise<Reply>;
  /** Shapes a refusal, or `internal_error`. */
  refuse(error: EngineError): Reply;
}

/**
 * Makes an interface: request ids, faults and what the host is told are the same for all of them.
 *
 * @spec HT11, HT17, HT18
 */
export function createHttpApi(options: ApiOptions, { reply, refuse }: ApiParts): HttpApi {
  const clock: Clock = options.clock ?? systemClock();
  const ids: IdSource = options.ids ?? systemIds();
  const host = hostListeners(options);
  const internalError = refuse(new EngineError('internal_error'));

  function replyToError(error: unknown, requestId: string): Reply {
    if (isEngineError(error) && error.kind !== 'internal') return refuse(error);
    host.fault(error, requestId);
    return internalError;
  }

  return {
    async handle(exchange) {
      const startedAt = clock.now();
      const requestId = chooseRequestId(exchange.headers.get('x-request-id'), ids);
      const progress: Progress = {};
      let made: Reply;
      try {
        made = await reply(exchange, progress);
      } catch (error) {
        made = replyToError(error, requestId);
      }
      const answer = finishAnswer(made, requestId, exchange.method);

      const { operation, caller, shownPath } = progress;
      host.answered({
        requestId,
        method: exchange.method,
        path: shownPath ?? exchange.path,
        operation: operation?.id,
        status: answer.status,
        durationMs: clock.now() - startedAt,
        bytes: answer.body === undefined ? 0 : Number(answer.headers['content-length']),
        person: caller?.person,
        brand: caller?.brand,
      });
      return answer;
    },
  };
}

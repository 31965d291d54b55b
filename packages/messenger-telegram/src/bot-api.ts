import { isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';
import { readBounded } from './read-bounded.ts';

/** The answer of the Bot API, or `status` 0 without one. No part of it has the token. */
export type BotApiAnswer =
  | { readonly ok: true; readonly result: JsonValue }
  | { readonly ok: false; readonly status: number; readonly description: string; readonly retryAfterMs?: number };

export interface BotApi {
  /** Never rejects. */
  call(token: string, method: string, params: JsonObject, signal?: AbortSignal): Promise<BotApiAnswer>;
  /** A file of `getFile`; `undefined` when there is none. Never rejects. */
  file(token: string, path: string): Promise<Response | undefined>;
}

const maxAnswerBytes = 16 * 1024 * 1024;

const noAnswer: BotApiAnswer = { ok: false, status: 0, description: 'There was no answer.' };

/** @param url - Such as `https://api.telegram.org`. @spec TP17, TG9 */
export function botApi(url: string, fetchIt: typeof fetch): BotApi {
  return {
    async call(token, method, params, signal) {
      try {
        const response = await fetchIt(`${url}/bot${token}/${method}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(params),
          redirect: 'error',
          ...(signal !== undefined && { signal }),
        });
        const text = await readBounded(response.body, maxAnswerBytes);
        return text === undefined ? noAnswer : readAnswer(response.status, text, token);
      } catch {
        // The error may have the address, and so the token.
        return noAnswer;
      }
    },
    async file(token, path) {
      try {
        const response = await fetchIt(`${url}/file/bot${token}/${path}`, { redirect: 'error' });
        return response.ok ? response : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function readAnswer(status: number, text: string, token: string): BotApiAnswer {
  const answer = parse(text);
  if (isJsonObject(answer) && answer['ok'] === true && answer['result'] !== undefined) {
    return { ok: true, result: answer['result'] };
  }
  const { description, parameters } = isJsonObject(answer) ? answer : {};
  const seconds = isJsonObject(parameters) ? parameters['retry_after'] : undefined;
  const said = typeof description === 'string' ? description.replaceAll(token, '…') : 'There was no result.';
  return {
    ok: false,
    status: status >= 200 && status < 300 ? 0 : status,
    description: said,
    ...(typeof seconds === 'number' && { retryAfterMs: seconds * 1_000 }),
  };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

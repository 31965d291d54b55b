import { createParser } from 'eventsource-parser';
import type { AnswerPart } from './growing-answer.tsx';
import { Refusal } from './refusal.ts';
import { type Upload, uploadFile } from './upload.ts';
import type { Bot, ExpectedInput, Message, Said, Saying, Status, UploadedFile } from './wire.ts';

/** An event of a conversation. */
export type News =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'status'; readonly status: Status; readonly expects?: ExpectedInput }
  | ({ readonly kind: 'part' } & AnswerPart);

export interface Api {
  bot(): Promise<Bot>;
  /** Begins the conversation of this token; a conversation that has begun with the token stays. */
  begin(token: string, signal: AbortSignal): Promise<Said>;
  say(token: string, saying: Saying, signal: AbortSignal): Promise<Said>;
  /** Rejects with a `Refusal` when the server refuses the file. */
  upload(upload: Upload): Promise<UploadedFile>;
  read(token: string, after: number, signal: AbortSignal): Promise<Said>;
  /** Resolves when the server ends the stream, and rejects after a long silence. */
  follow(token: string, after: number, onNews: (news: News) => void, signal: AbortSignal): Promise<void>;
}

/** Longer than a request takes on a slow network, without waiting for the bot. */
const requestMs = 30_000;

/** The server sends a comment into a silent stream every 15 seconds; two are missing. */
const longestSilenceMs = 40_000;

/**
 * @spec WC19
 * @param root - URL of the operations of one bot, without a slash at the end.
 * @param isExternal - Whether the visitor came to this page from another site.
 */
export function createApi(root: string, isExternal: boolean): Api {
  async function request(path: string, token: string | undefined, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Token ${token}`);
    if (init.body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(`${root}${path}`, { ...init, headers, credentials: 'omit', cache: 'no-store' });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({}));
    const after = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new Refusal(
      response.status,
      error?.code ?? '',
      error?.message ?? `The server answered ${response.status}.`,
      Number.isFinite(after) ? after * 1_000 : undefined,
    );
  }

  async function dataOf(path: string, token: string | undefined, init: RequestInit = {}) {
    const late = AbortSignal.timeout(requestMs);
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
    return (await (await request(path, token, { ...init, signal })).json()).data;
  }

  function post(body: object, token: string | undefined, signal: AbortSignal): Promise<Said> {
    // The stream brings the answers, so the request does not wait for them.
    const headers = { prefer: 'wait=0' };
    return dataOf('/messages', token, { method: 'POST', body: JSON.stringify(body), headers, signal });
  }

  return {
    bot: () => dataOf('', undefined),
    begin: (token, signal) => post({ token, is_external: isExternal }, undefined, signal),
    say: (token, { id, text, payload, answers, media }, signal) => {
      const typed = { type: 'text', message: text, ...(payload !== undefined && { payload }) };
      const message = media === undefined ? typed : { type: media, url: text };
      return post({ id, message, ...(answers !== undefined && { answers }) }, token, signal);
    },
    upload: (upload) => uploadFile(`${root}/files`, upload),
    read: (token, after, signal) => dataOf(`/messages?after=${after}`, token, { signal }),
    async follow(token, after, onNews, signal) {
      const silence = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const hear = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), longestSilenceMs);
      };
      hear();
      try {
        const either = AbortSignal.any([signal, silence.signal]);
        const { body } = await request(`/events?after=${after}`, token, { signal: either });
        if (body === null) return;
        const parser = createParser({
          onEvent({ event, data }) {
            if (event === 'message') onNews({ kind: 'message', message: JSON.parse(data) });
            if (event === 'part') onNews({ kind: 'part', ...JSON.parse(data) });
            if (event === 'status') onNews({ kind: 'status', ...JSON.parse(data) });
          },
        });
        const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          hear();
          parser.feed(piece.value);
        }
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

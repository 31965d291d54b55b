import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { JsonObject } from '@botwright/core/conversation';
import type { TransportSubject } from '@botwright/testing/contracts';

export interface ShownMessage {
  readonly method: string;
  readonly params: JsonObject;
}

/** A Bot API on this machine, with the limits of Telegram's. */
export interface FakeBotApi {
  readonly url: string;
  /** What the customers see, in order. */
  readonly shown: readonly ShownMessage[];
  /** Ids of acknowledged presses. */
  readonly acknowledged: readonly string[];
  mood: Parameters<TransportSubject['setMood']>[0];
  /** Requests of this method are answered so once. */
  answerOnce(method: string, status: number, answer: JsonObject): void;
  /** Adds an update, which `getUpdates` returns until it is confirmed. */
  push(update: JsonObject): number;
  /** Updates that are not confirmed. */
  pending(): number;
  close(): Promise<void>;
}

const goodFile = 'a-photo';

/** @param token - Of the bot. */
export async function fakeBotApi(token: string): Promise<FakeBotApi> {
  const shown: ShownMessage[] = [];
  const acknowledged: string[] = [];
  const updates: JsonObject[] = [];
  const once_: { method: string; status: number; answer: JsonObject }[] = [];
  let lastUpdate = 0;

  const server = createServer((request, response) => {
    void handle(request.url ?? '', request, response);
  });

  async function handle(url: string, request: Parameters<typeof json>[0], response: ServerResponse): Promise<void> {
    if (url === `/file/bot${token}/photos/a.jpg`) return void response.writeHead(200).end('pixels');
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    const params = (await json(request).catch(() => ({}))) as JsonObject;
    const answer = (status: number, body: JsonObject) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (status: number, description: string, more: JsonObject = {}) =>
      void answer(status, { ok: false, error_code: status, description, ...more });
    if (given !== token) return refuse(401, 'Unauthorized');
    const planned = once_.findIndex((each) => each.method === method);
    if (planned >= 0) {
      const [{ status, answer: body } = { status: 500, answer: {} }] = once_.splice(planned, 1);
      return void answer(status, body);
    }
    if (method === 'getUpdates') {
      while ((updates[0]?.['update_id'] ?? Number.POSITIVE_INFINITY) < (params['offset'] ?? 0)) updates.shift();
      if (updates.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      return void answer(200, { ok: true, result: updates });
    }
    if (method === 'getFile') {
      if (params['file_id'] !== goodFile) return refuse(400, 'Bad Request: invalid file_id');
      return void answer(200, { ok: true, result: { file_id: goodFile, file_path: 'photos/a.jpg' } });
    }
    if (method === 'answerCallbackQuery') {
      acknowledged.push(String(params['callback_query_id']));
      return void answer(200, { ok: true, result: true });
    }
    if (api.mood === 'silent') return undefined;
    if (api.mood === 'busy') return refuse(429, 'Too Many Requests: retry after 3', { parameters: { retry_after: 3 } });
    if (api.mood === 'refusing') return refuse(403, 'Forbidden: bot was blocked by the user');
    const fault = faultOf(method, params);
    if (fault !== undefined) return refuse(400, `Bad Request: ${fault}`);
    shown.push({ method, params });
    return void answer(200, { ok: true, result: { message_id: shown.length } });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const api: FakeBotApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shown,
    acknowledged,
    mood: 'well',
    answerOnce: (method, status, answer) => void once_.push({ method, status, answer }),
    push(update) {
      lastUpdate += 1;
      updates.push({ update_id: lastUpdate, ...update });
      return lastUpdate;
    },
    pending: () => updates.length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return api;
}

const mediaParams: Readonly<Record<string, string>> = {
  sendPhoto: 'photo',
  sendVideo: 'video',
  sendAudio: 'audio',
  sendDocument: 'document',
};

/** Why Telegram would not take this, if it would not. */
function faultOf(method: string, params: JsonObject): string | undefined {
  const { chat_id: chat, text, caption, reply_markup: markup } = params;
  if (!/^\d+$/.test(String(chat))) return 'chat not found';
  const rows = (markup as { inline_keyboard?: { text: string; callback_data: string }[][] })?.inline_keyboard ?? [];
  const buttons = rows.flat();
  if (buttons.length > 100) return 'reply markup is too long';
  if (buttons.some((button) => button.text.trim() === '')) return 'BUTTON_TEXT_INVALID';
  const sizes = buttons.map((button) => Buffer.byteLength(button.callback_data));
  if (sizes.some((size) => size < 1 || size > 64)) return 'BUTTON_DATA_INVALID';
  if (method === 'sendLocation') return typeof params['latitude'] === 'number' ? undefined : 'no location';
  if (method === 'sendMessage') {
    if (typeof text !== 'string' || text.trim() === '') return 'message text is empty';
    return text.length > 4_096 ? 'message is too long' : undefined;
  }
  const url = params[mediaParams[method] ?? ''];
  if (typeof url !== 'string') return 'method not found';
  if (typeof caption === 'string' && caption.length > 1_024) return 'message caption is too long';
  return url.includes('missing') ? 'wrong file identifier/HTTP URL specified' : undefined;
}

/** The words of a message. */
export function wordsOf({ method, params }: ShownMessage): string {
  return String(params['text'] ?? params[mediaParams[method] ?? ''] ?? method);
}

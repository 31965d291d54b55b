import { type Engine, isEngineError } from '@botwright/core';
import { isJsonObject, type JsonValue } from '@botwright/core/conversation';
import type { ChannelCaller } from '@botwright/core/front';
import { systemTimer } from '@botwright/core/node';
import type { Timer, Transport, TransportResult } from '@botwright/core/ports';
import { type BotApi, type BotApiAnswer, botApi } from './bot-api.ts';
import { readUpdate } from './incoming.ts';
import { type BotRequest, requestsOf } from './outgoing.ts';
import { readBounded } from './read-bounded.ts';

/** The bot at Telegram, and how it is called. */
export interface TelegramOptions {
  /** The token of the bot from @BotFather, or the token for each channel. */
  readonly token: string | ((channel: ChannelCaller) => string | Promise<string>);
  /**
   * The public address at which the host serves `file(channel, fileId)`, for media of customers. Everybody with the
   * address can read the file. Default: media come as text, such as `[image]`.
   */
  readonly fileUrl?: (channel: ChannelCaller, fileId: string) => string;
  /** Default: `https://api.telegram.org`. */
  readonly apiUrl?: string;
  /** Default: the machine's. */
  readonly fetch?: typeof fetch;
  /** Default: the machine's. */
  readonly timer?: Timer;
}

type ReceivingEngine = Pick<Engine, 'channel'>;
/** Called with the error of an update that could not be stored; its result is ignored. */
type OnFault = (error: unknown) => void;

/** A bot at Telegram: its transport for the engine, and two ways to receive the updates of customers. */
export interface Telegram {
  /** For `transports` of `createEngine`. */
  readonly transport: Transport;
  /**
   * Handles the requests of Telegram's webhook. An update is answered 200 when it is stored, was stored before, or can
   * never be stored; Telegram repeats it after another answer.
   *
   * @param options - `secretToken`: the one of `setWebhook`, 16 characters at least.
   * @throws {TypeError} for another `secretToken`.
   * @spec TG6, TG9, TG10
   */
  webhook(
    engine: ReceivingEngine,
    channel: ChannelCaller,
    options: { readonly secretToken: string; readonly onFault?: OnFault },
  ): (request: Request) => Promise<Response>;
  /** Asks Telegram for updates, until the signal is aborted. One process does so for a bot without a webhook. @spec TG11 */
  poll(
    engine: ReceivingEngine,
    channel: ChannelCaller,
    options: { readonly signal: AbortSignal; readonly onFault?: OnFault },
  ): Promise<void>;
  /** Serves a file of a customer, without the token of the bot: 200, or 404. @spec TG8 */
  file(channel: ChannelCaller, fileId: string): Promise<Response>;
}

const pollSeconds = 25;
/** Milliseconds before updates are asked for again after a failure. */
const pauseMs = 5_000;
const maxUpdateBytes = 1024 * 1024;
const allowedUpdates = ['message', 'callback_query'];

/** Codes of refusals that a repetition does not change. */
const finalCodes: ReadonlySet<string> = new Set(['customer_blocked', 'invalid_parameters', 'conversation_too_long']);

/**
 * Connects channels of an engine to bots of Telegram.
 *
 * @example
 *   const messenger = telegram({ token });
 *   const engine = createEngine({ storage, runner, transports: { telegram: messenger.transport } });
 */
export function telegram(options: TelegramOptions): Telegram {
  const { apiUrl = 'https://api.telegram.org', timer = systemTimer(), fileUrl } = options;
  const api = botApi(apiUrl.replace(/\/$/, ''), options.fetch ?? fetch);
  const tokenOf = async (channel: ChannelCaller): Promise<string> =>
    typeof options.token === 'string' ? options.token : options.token(channel);

  /** @throws When the update can be stored later. @spec TG6, TG12 */
  async function receive(
    engine: ReceivingEngine,
    channel: ChannelCaller,
    update: JsonValue,
    onFault: OnFault | undefined,
  ): Promise<void> {
    const incoming = readUpdate(update, fileUrl && ((fileId) => fileUrl(channel, fileId)));
    if (incoming === undefined) return;
    const { id, token, press, ...body } = incoming;
    try {
      await engine.channel(channel).send(token, body, { id });
    } catch (error) {
      if (!isEngineError(error) || !finalCodes.has(error.code)) throw error;
      onFault?.(error);
    }
    if (press === undefined) return;
    // Telegram shows a press as unfinished until then.
    void api.call(await tokenOf(channel), 'answerCallbackQuery', { callback_query_id: press });
  }

  return {
    transport: createTransport(api, tokenOf),

    webhook(engine, channel, { secretToken, onFault }) {
      if (!/^[A-Za-z0-9_-]{16,256}$/.test(secretToken)) {
        throw new TypeError('secretToken has 16 to 256 letters, digits, _ and -.');
      }
      return async (request) => {
        if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
        const given = request.headers.get('x-telegram-bot-api-secret-token') ?? '';
        if (!isEqual(given, secretToken)) return new Response(null, { status: 401 });
        const text = await readBounded(request.body, maxUpdateBytes);
        if (text === undefined) return new Response(null, { status: 413 });
        let update: JsonValue;
        try {
          update = JSON.parse(text);
        } catch {
          return new Response(null, { status: 400 });
        }
        try {
          await receive(engine, channel, update, onFault);
        } catch (error) {
          onFault?.(error);
          return new Response(null, { status: 500 });
        }
        return new Response(null, { status: 200 });
      };
    },

    async poll(engine, channel, { signal, onFault }) {
      const token = await tokenOf(channel);
      let offset = 0;
      while (!signal.aborted) {
        const asked = { offset, timeout: pollSeconds, allowed_updates: allowedUpdates };
        const answer = await api.call(token, 'getUpdates', asked, signal);
        if (signal.aborted) return;
        if (!answer.ok || !Array.isArray(answer.result)) {
          onFault?.(new Error(`Telegram gives no updates: ${describe(answer)}`));
          await timer.sleep((!answer.ok && answer.retryAfterMs) || pauseMs, signal);
          continue;
        }
        for (const update of answer.result) {
          try {
            await receive(engine, channel, update, onFault);
          } catch (error) {
            onFault?.(error);
            await timer.sleep(pauseMs, signal);
            break;
          }
          const id = isJsonObject(update) ? update['update_id'] : undefined;
          if (typeof id === 'number') offset = id + 1;
        }
      }
    },

    async file(channel, fileId) {
      const none = new Response(null, { status: 404 });
      if (!/^[A-Za-z0-9_-]{1,255}$/.test(fileId)) return none;
      const token = await tokenOf(channel);
      const found = await api.call(token, 'getFile', { file_id: fileId });
      const path = found.ok && isJsonObject(found.result) ? found.result['file_path'] : undefined;
      const file = typeof path === 'string' ? await api.file(token, path) : undefined;
      if (file === undefined) return none;
      const headers = { 'content-type': typeOfFile(String(path)), 'x-content-type-options': 'nosniff' };
      return new Response(file.body, { headers });
    },
  };
}

/** How many messages have their sent parts in memory. */
const rememberedMessages = 1_000;

/** @spec TG1, TG5, TG13, TG14, TP11, TP12, TP13, TP14, TP15, TP17 */
function createTransport(api: BotApi, tokenOf: (channel: ChannelCaller) => Promise<string>): Transport {
  /** The number of sent requests by message, so that a further attempt continues after them. */
  const sent = new Map<string, number>();

  return {
    async deliver({ brand, channel, customer, message, attempt, signal }) {
      const token = await tokenOf({ brand, channelNumber: channel.number });
      const send = ({ method, params }: BotRequest): Promise<BotApiAnswer> =>
        api.call(token, method, { chat_id: customer.token, ...params }, signal);
      const requests = requestsOf(message);
      const done = attempt > 1 ? (sent.get(message.uuid) ?? 0) : 0;
      if (attempt === 1) sent.delete(message.uuid);
      for (const [index, request] of requests.entries()) {
        if (index < done) continue;
        let answer = await send(request);
        if (!answer.ok && answer.status === 400 && request.otherwise !== undefined) {
          for (const other of request.otherwise) {
            answer = await send(other);
            if (!answer.ok) break;
          }
        }
        if (!answer.ok) return resultOf(answer);
        sent.set(message.uuid, index + 1);
        for (const oldest of sent.keys()) {
          if (sent.size <= rememberedMessages) break;
          sent.delete(oldest);
        }
      }
      return { kind: 'delivered' };
    },
  };
}

/** @spec TG5, TP12, TP15 */
function resultOf(answer: Extract<BotApiAnswer, { readonly ok: false }>): TransportResult {
  const { status, retryAfterMs } = answer;
  if (status === 0 || status === 429 || status >= 500) {
    return { kind: 'later', ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) };
  }
  return { kind: 'refused', reason: describe(answer) };
}

function describe(answer: BotApiAnswer): string {
  return answer.ok ? 'There was no list.' : `${answer.status} ${answer.description}`;
}

const fileTypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
};

function typeOfFile(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(fileTypes, extension) ? (fileTypes[extension] ?? '') : 'application/octet-stream';
}

/** Its duration does not depend on the place of the first difference. */
function isEqual(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < secret.length; index += 1) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(index);
  }
  return difference === 0;
}

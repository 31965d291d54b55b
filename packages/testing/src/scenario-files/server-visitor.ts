import { type BotMessage, isJsonObject, mediaTypes, type VisitorInput } from '@botwright/core/conversation';

/** A conversation with the bot of a server. */
export interface ServerVisitor {
  /** Begins at a block, or at the greeting. */
  begin(block: string | undefined): Promise<ServerAnswer>;
  say(input: VisitorInput): Promise<ServerAnswer>;
  /** The messages that came since the last answer. */
  listen(): Promise<ServerAnswer>;
}

export interface ServerAnswer {
  readonly messages: readonly BotMessage[];
  readonly hasEnded: boolean;
}

/** Waits for this number of milliseconds. */
export type Sleep = (ms: number) => Promise<unknown>;

/** Milliseconds for one answer of the bot, and for a server that allows no more requests. */
const longestAnswerMs = 30_000;
const longestRefusalMs = 60_000;
const pollMs = 250;
/** In UTF-16 units. */
const largestResponse = 1_048_576;

interface Transcript {
  readonly token?: string;
  readonly messages: readonly unknown[];
  readonly status: string;
  readonly typing?: boolean;
  readonly after: number;
}

/**
 * A visitor of the web chat of a server.
 *
 * @param url - Its address, without `/chat/api`.
 * @throws {Error} In each method, in one sentence, when the server does not answer as a web chat.
 * @spec SF20, SF23
 */
export function serverVisitor(url: string, bot: number, sleep: Sleep): ServerVisitor {
  const root = `${url}/chat/api/${bot}`;
  let token: string | undefined;
  let after = 0;

  async function answer(body: object): Promise<ServerAnswer> {
    const begun = await request(sleep, `${root}/messages`, token, body);
    token = begun.token ?? token;
    return settle(begun);
  }

  /** Reads on until the bot waits or has ended. */
  async function settle(first: Transcript): Promise<ServerAnswer> {
    const messages: BotMessage[] = [];
    let waitedMs = 0;
    for (let read = first; ; read = await request(sleep, `${root}/messages?after=${after}`, token)) {
      messages.push(...read.messages.flatMap(messageOf));
      after = read.after;
      const isBusy = read.status === 'working' || read.typing === true;
      if (!isBusy) return { messages, hasEnded: read.status === 'ended' || read.status === 'with_agent' };
      if (waitedMs >= longestAnswerMs) throw new Error(`The bot was not ready for ${longestAnswerMs / 1_000} seconds.`);
      await sleep(pollMs);
      waitedMs += pollMs;
    }
  }

  return {
    begin: (node) => answer(node === undefined ? {} : { node }),
    say: (input) => answer({ message: wireInput(input) }),
    listen: async () => settle(await request(sleep, `${root}/messages?after=${after}`, token)),
  };
}

function wireInput(input: VisitorInput): object {
  if (input.type !== 'text') return input;
  const { text, payload } = input;
  return { type: 'text', message: text, ...(payload !== undefined && { payload }) };
}

/** Repeats requests that the server asks to repeat soon. */
async function request(sleep: Sleep, address: string, token: string | undefined, body?: object): Promise<Transcript> {
  let waitedMs = 0;
  for (;;) {
    const response = await send(address, token, body);
    const text = await textOf(response);
    const data = dataOf(text);
    if (response.ok && isTranscript(data)) return data;
    const { origin } = new URL(address);
    const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
    if (response.status === 429 && waitedMs + waitMs <= longestRefusalMs) {
      await sleep(waitMs);
      waitedMs += waitMs + 1;
      continue;
    }
    if (response.status === 429) throw new Error(`${origin} allows no more conversations from this address now.`);
    if (response.status === 404) throw new Error(`${origin} has no such bot that is open to visitors.`);
    throw new Error(`${origin} does not answer as a web chat (${response.status}).`);
  }
}

async function send(address: string, token: string | undefined, body: object | undefined): Promise<Response> {
  try {
    return await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(longestAnswerMs),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Token ${token}` }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new Error(`${new URL(address).origin} cannot be reached.`, { cause });
  }
}

/** Up to the largest response of a web chat. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > largestResponse) throw new Error('The server answers with more than a web chat does.');
  }
  return text + decoder.decode();
}

function dataOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value['data'] : undefined;
  } catch {
    return undefined;
  }
}

function isTranscript(data: unknown): data is Transcript & object {
  if (!isJsonObject(data)) return false;
  const { messages, status, after, token } = data;
  return (
    Array.isArray(messages) &&
    typeof status === 'string' &&
    Number.isSafeInteger(after) &&
    (token === undefined || (typeof token === 'string' && /^[\x21-\x7e]{1,500}$/.test(token)))
  );
}

/** A message of the bot, or the error that ended it; none of the visitor and of people. */
function messageOf(value: unknown): readonly BotMessage[] {
  if (!isJsonObject(value) || !isJsonObject(value['data']) || !isJsonObject(value['sender'])) return [];
  const { type, data } = value;
  const sender = value['sender']['type'];
  const { body, buttons, payloads, url, caption, media_type, latitude, longitude, action } = data;
  if (type === 'event' && action === 'error') {
    return [{ type, action, code: 'error', detail: 'The server does not show it.' } as unknown as BotMessage];
  }
  if (sender !== 'bot') return [];
  const offered = { buttons: textsOf(buttons), payloads: textsOf(payloads) };
  if (type === 'text') return [{ type, body: String(body) }];
  if (type === 'dialog') return [{ type, title: String(body), ...offered }];
  const media = mediaTypes.find((each) => each === (type === 'media_dialog' ? media_type : type));
  if (type === 'media_dialog' && media !== undefined) return [{ type, url: String(url), mediaType: media, ...offered }];
  if (type === 'location') return [{ type, latitude: Number(latitude), longitude: Number(longitude) }];
  return media === undefined ? [] : [{ type: media, url: String(url), caption: String(caption ?? '') }];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

import { EngineError, storageFaultOf } from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import type { ConversationNews, WebVisitor } from '@botwright/core/front';
import { inputObject, messagePositionSchema } from '@botwright/core/inputs';
import * as v from 'valibot';
import { requiredBody } from '../pipeline/body-shape.ts';
import { tooManyRequests } from '../response/errors.ts';
import { jsonResponse } from '../response/response.ts';
import { type EventStream, eventStream, type StreamEvent } from './event-stream.ts';
import {
  defineWebChatOperation,
  type VisitorCall,
  type WebChatContext,
  type WebChatOperation,
} from './web-chat-operation.ts';
import { encodeExpected, encodeTranscript, encodeVisitorMessage, isShown, type Transcript } from './wire.ts';

/** @spec WC1, FS34 */
const getChat = defineWebChatOperation({
  id: 'getWebChat',
  method: 'GET',
  path: '/{bot_number}',
  tag: 'Web chat',
  summary: 'Read which bot this is',
  success: { status: 200, description: 'The number and the name of the bot, and whether it takes files.' },
  errors: ['bot_not_found'],
  async work({ bot }, { context }) {
    const found = await context.webChat.findBot(bot);
    if (found === undefined) throw new EngineError('bot_not_found');
    return found;
  },
  encode: ({ number, name, maxFileBytes }) => {
    const files = maxFileBytes === undefined ? undefined : { max_bytes: maxFileBytes };
    return jsonResponse(200, JSON.stringify({ data: { number, name, files } }));
  },
});

/** The messages; with the token when the conversation has begun. */
interface Answer {
  readonly token?: string;
  readonly transcript: Transcript;
}

/** A limit with a known time of free capacity. */
export interface Refused {
  readonly kind: 'refused';
  readonly retryAfterMs: number;
  readonly message: string;
}

/** The engine checks the message. */
const sayBody = requiredBody(
  inputObject({
    message: v.optional(v.unknown()),
    id: v.optional(v.unknown()),
    answers: v.optional(v.unknown()),
    node: v.optional(v.unknown()),
    token: v.optional(v.unknown()),
    is_external: v.optional(v.nullable(v.boolean())),
  }),
);

/** Begins or continues a conversation, and waits for the answers. @spec WC2, WC3, WC4, WC5, WC13, WC16, WC22, WC23 */
const say = defineWebChatOperation({
  id: 'sayInWebChat',
  method: 'POST',
  path: '/{bot_number}/messages',
  tag: 'Web chat',
  summary: 'Begin a conversation, or say something in it',
  body: sayBody,
  success: {
    status: 200,
    description: 'What was said, with the answers that came within ten seconds.',
    otherwise: { status: 201, description: 'The conversation has begun; `token` is the credential of its visitor.' },
  },
  errors: ['bot_not_found', 'customer_blocked', 'conversation_too_long', 'too_many_requests'],
  async work(call, { body, context }): Promise<Answer | Refused> {
    const { webChat } = context;
    const { message, id, answers, node, token: chosen } = body as Readonly<Record<string, never>>;
    if (call.visitor !== undefined) {
      const { after, message: stored } = await webChat.send(call.visitor, {
        message: message as never,
        id: id as never,
        answers: answers as never,
      });
      return { transcript: await answersTo(call, call.visitor, positionBefore(stored, after), context) };
    }
    const isFromElsewhere = isExternal(call, body.is_external ?? false, context);
    const opening = { message, id, node, token: chosen, isExternal: isFromElsewhere };
    const { hasBegun } = await webChat.checkOpening(call.bot, opening);
    const decision = hasBegun ? undefined : context.bounds.admitBeginning(call.address);
    if (decision?.kind === 'refused') {
      return { ...decision, message: 'Too many conversations have begun from this address; try again later.' };
    }
    const { visitor, token } = await webChat.begin(call.bot, opening);
    return { token, transcript: await answersTo(call, visitor, 0, context) };
  },
  encode(answer) {
    if ('kind' in answer) throw refusalOf(answer);
    const { token, transcript } = answer;
    return token === undefined
      ? jsonResponse(200, encodeTranscript(transcript))
      : jsonResponse(201, encodeTranscript(transcript, { token }));
  },
});

/** @spec WC5, WC7 */
const listMessages = defineWebChatOperation({
  id: 'listWebChatMessages',
  method: 'GET',
  path: '/{bot_number}/messages',
  tag: 'Web chat',
  summary: 'Read what was said after a position',
  query: inputObject({ after: messagePositionSchema }),
  success: { status: 200, description: 'At most 100 messages, oldest first.' },
  errors: [],
  async work(call, { query: { after }, context }) {
    const visitor = requireVisitor(call);
    const { signal } = new AbortController();
    for await (const news of context.webChat.follow(visitor, { after, signal })) return soFar(news, after);
    throw new EngineError('not_authenticated');
  },
  encode: (transcript) => jsonResponse(200, encodeTranscript(transcript)),
});

const heartbeatMs = 15_000;
const longestMs = 15 * 60 * 1_000;
const unreadMs = 30_000;
const retryMs = 2_000;

/** @spec WC8, WC9, WC10, WC11, WC14, WC15, WC31, WC33 */
const followMessages = defineWebChatOperation({
  id: 'followWebChat',
  method: 'GET',
  path: '/{bot_number}/events',
  tag: 'Web chat',
  summary: 'Follow what is said',
  query: inputObject({ after: messagePositionSchema }),
  success: { status: 200, description: 'Server-sent events.', contentType: 'text/event-stream' },
  errors: ['too_many_requests'],
  async work(call, { query: { after }, context }): Promise<EventStream | Refused> {
    const visitor = requireVisitor(call);
    let free: (() => void) | undefined;
    const stream = eventStream({
      timer: context.timer,
      begin: (signal) => eventsOf(context.webChat.follow(visitor, { after: positionIn(call, after), signal })),
      heartbeatMs,
      longestMs,
      unreadMs,
      retryMs,
      signal: context.closing,
      onEnd: () => free?.(),
    });
    const place = context.bounds.openStream({ ...visitor, address: call.address }, stream);
    if (typeof place !== 'function') return { ...place, message: 'Too many streams are open; try again later.' };
    free = place;
    return stream;
  },
  encode(body) {
    if ('kind' in body) throw refusalOf(body);
    return {
      status: 200,
      contentType: 'text/event-stream',
      // Prevents proxies from buffering the stream.
      headers: { 'x-accel-buffering': 'no' },
      body,
    };
  },
});

export const webChatOperations: readonly WebChatOperation[] = [getChat, say, listMessages, followMessages];

/** @spec WC13, WC14, WC15 */
export function refusalOf({ retryAfterMs, message }: Refused): EngineError {
  return tooManyRequests(retryAfterMs, message);
}

/** @throws {EngineError} `not_authenticated` */
export function requireVisitor({ visitor }: VisitorCall): WebVisitor {
  if (visitor === undefined) throw new EngineError('not_authenticated');
  return visitor;
}

/** A page of another site that frames or links the chat reports itself. @spec WC16 */
function isExternal({ origin }: VisitorCall, isDeclared: boolean, { publicUrl }: WebChatContext): boolean {
  return isDeclared || (origin !== undefined && origin !== new URL(publicUrl).origin);
}

/** The position before a stored message: the message is part of the answer. */
function positionBefore(stored: Message | undefined, after: number): number {
  return stored === undefined ? after : stored.seq - 1;
}

/** `Last-Event-ID`, which a reconnecting client sends, takes precedence over the query. @spec WC9 */
function positionIn({ lastEventId }: VisitorCall, after: number): number {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : after;
}

/**
 * Collects messages until no answer is pending, the time is over, or the response is large enough. The visitor's
 * message is stored by then: if the store becomes unavailable, the response must not ask for a retry.
 *
 * @spec WC4, WC30, WC32
 */
async function answersTo(
  { waitSeconds = Number.POSITIVE_INFINITY }: VisitorCall,
  visitor: WebVisitor,
  after: number,
  { webChat, timer, bounds, answerWithinMs, closing }: WebChatContext,
): Promise<Transcript> {
  const waitMs = Math.min(waitSeconds * 1_000, answerWithinMs);
  const free = waitMs === 0 || closing?.aborted ? undefined : bounds.takeWaiting(visitor.brand);
  const over = new AbortController();
  const end = (): void => over.abort();
  if (free !== undefined) void timer.sleep(waitMs, over.signal).then(end);
  closing?.addEventListener('abort', end, { once: true });
  let transcript: Transcript = { messages: [], status: 'working', after };
  let length = 0;
  try {
    for await (const news of webChat.follow(visitor, { after, signal: over.signal })) {
      const next = soFar(news, transcript.after);
      transcript = { ...next, messages: [...transcript.messages, ...next.messages] };
      length += JSON.stringify(next.messages).length;
      if (free === undefined || transcript.status !== 'working' || length > longestTranscript) break;
    }
    return transcript;
  } catch (error) {
    if (storageFaultOf(error) === undefined) throw error;
    return transcript;
  } finally {
    end();
    closing?.removeEventListener('abort', end);
    free?.();
  }
}

/** UTF-16 units of JSON after which a response is sent: the client reads the rest from its position on. */
const longestTranscript = 131_072;

function soFar(news: ConversationNews, after: number): Transcript {
  return { ...news, after: news.messages.at(-1)?.seq ?? after };
}

/** @spec WC8 */
async function* eventsOf(news: AsyncIterable<ConversationNews>): AsyncGenerator<readonly StreamEvent[]> {
  for await (const { messages, status, expects, typing, part } of news) {
    const events = messages
      .filter(isShown)
      .map((message): StreamEvent => ({ name: 'message', id: message.seq, data: encodeVisitorMessage(message) }));
    yield [
      ...events,
      { name: 'status', data: { status, expects: encodeExpected(expects), typing } },
      ...(part === undefined ? [] : [{ name: 'part', data: part }]),
    ];
  }
}

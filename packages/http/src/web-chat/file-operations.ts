import { EngineError } from '@botwright/core';
import { inputObject } from '@botwright/core/inputs';
import type { ReadableFile, Timer } from '@botwright/core/ports';
import * as v from 'valibot';
import { turnBreaksIntoRefusals } from '../request/body.ts';
import { jsonResponse } from '../response/response.ts';
import { refusalOf, requireVisitor } from './operations.ts';
import {
  defineWebChatOperation,
  type VisitorCall,
  type WebChatContext,
  type WebChatOperation,
} from './web-chat-operation.ts';

/** UTF-16 units; the engine shortens the name to 100 code points. */
const longestGivenName = 255;

/**
 * Stores a file, whose bytes are the body of the request.
 *
 * @spec FS20, FS21, FS22, FS23, FS24, FS30, FS31, FS32
 */
const uploadFile = defineWebChatOperation({
  id: 'uploadWebChatFile',
  method: 'POST',
  path: '/{bot_number}/files',
  tag: 'Web chat',
  summary: 'Upload a file while the bot waits for one',
  query: inputObject({ name: v.optional(v.pipe(v.string(), v.maxLength(longestGivenName)), '') }),
  success: { status: 201, description: 'The file, and the address to answer with.' },
  errors: [
    'bot_not_found',
    'customer_blocked',
    'file_not_expected',
    'empty_body',
    'request_too_large',
    'unsupported_media_type',
    'too_many_requests',
  ],
  async work(call, { query: { name }, request, context }) {
    const visitor = requireVisitor(call);
    const { headers } = request;
    const length = Number(headers.get('content-length') ?? Number.NaN);
    const upload = {
      name,
      type: headers.get('content-type') ?? undefined,
      ...(Number.isSafeInteger(length) && { bytes: length }),
    };
    const file = await context.webChat.storeFile(visitor, upload, contentOf(request.body, call, context));
    const url = `${context.publicUrl}/${call.bot}/files/${file.id}/${encodeURIComponent(file.name)}`;
    return { url, type: file.mediaType, name: file.name, content_type: file.type, bytes: file.bytes };
  },
  encode: (file) => jsonResponse(201, JSON.stringify({ data: file })),
});

type Body = AsyncIterable<Uint8Array> | Uint8Array | undefined;

/** The bytes of an upload. It counts, and takes a place, from the first one on. @spec FS30, FS31, FS32 */
async function* contentOf(
  body: Body,
  { visitor, address }: VisitorCall,
  { bounds, timer }: WebChatContext,
): AsyncGenerator<Uint8Array> {
  if (body === undefined || visitor === undefined) return;
  const free = bounds.openUpload({ ...visitor, address });
  if (typeof free !== 'function') {
    throw refusalOf({ ...free, message: 'Too many files were uploaded; try again later.' });
  }
  try {
    if (body instanceof Uint8Array) yield body;
    else yield* turnBreaksIntoRefusals(inTime(body, timer));
  } finally {
    free();
  }
}

const longestSilenceMs = 30_000;
const longestUploadMs = 10 * 60 * 1_000;

/** Ends with an error when the client sends nothing for long, or takes too long in all. @spec FS32 */
async function* inTime(body: AsyncIterable<Uint8Array>, timer: Timer): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const isLate = new AbortController();
  const isOver = new AbortController();
  void timer.sleep(longestUploadMs, isOver.signal).then(() => isLate.abort());
  try {
    for (;;) {
      const isTaken = new AbortController();
      const silence = timer.sleep(longestSilenceMs, AbortSignal.any([isTaken.signal, isLate.signal]));
      const piece = await Promise.race([pieces.next(), silence.then(() => undefined)]);
      isTaken.abort();
      if (piece === undefined || isLate.signal.aborted) throw new Error('The upload takes too long.');
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    isOver.abort();
    // Not awaited: it may wait for the piece that does not come.
    pieces.return?.().catch(() => {
      // No caller awaits it.
    });
  }
}

/** A file that is sent, and the place that its transfer takes. */
interface Sending {
  readonly file: ReadableFile;
  free(): void;
}

/**
 * Sends a file for everybody who has its address, as an attachment that no browser runs.
 *
 * @spec FS25, FS26, FS33, FS35
 */
const readFile = defineWebChatOperation({
  id: 'readWebChatFile',
  method: 'GET',
  path: '/{bot_number}/files/{file}/{name}',
  tag: 'Web chat',
  summary: 'Read an uploaded file',
  success: { status: 200, description: 'The bytes of the file.', contentType: 'application/octet-stream' },
  errors: ['file_not_found', 'too_many_requests'],
  async work({ bot }, { params, context }): Promise<Sending> {
    const file = await context.webChat.openFile(bot, params.file, params.name);
    if (file === undefined) throw new EngineError('file_not_found');
    const free = context.bounds.takeWaiting(file.brand);
    if (free === undefined) throw new EngineError('too_many_requests');
    return { file, free };
  },
  encode: ({ file, free }) => ({
    status: 200,
    contentType: file.type,
    contentLength: String(file.bytes),
    headers: {
      'content-disposition': `attachment; filename*=UTF-8''${encodeRfc8187(file.name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: freeing(file.content(), free),
  }),
});

/** The characters that `encodeURIComponent` leaves, and that the grammar of the header does not have. */
function encodeRfc8187(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Calls back once, when the content has ended, was left, or has failed. */
function freeing(content: AsyncIterable<Uint8Array>, free: () => void): AsyncIterable<Uint8Array> {
  let isFree = false;
  const end = (): void => {
    if (!isFree) free();
    isFree = true;
  };
  return {
    [Symbol.asyncIterator]() {
      let pieces: AsyncIterator<Uint8Array> | undefined;
      return {
        async next() {
          try {
            pieces ??= content[Symbol.asyncIterator]();
            const piece = await pieces.next();
            if (piece.done) end();
            return piece;
          } catch (error) {
            end();
            throw error;
          }
        },
        async return() {
          end();
          await pieces?.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

export const fileOperations: readonly WebChatOperation[] = [uploadFile, readFile];

import { type DeclaredFile, headBytes, safeFileName, typeOfContent } from '../../domain/message/file-content.ts';
import { isAcceptedFile, mediaTypeOfType } from '../../domain/message/file-type.ts';
import type { MediaType } from '../../domain/message/message.ts';
import type { ReadableFile, StoredFile } from '../../ports/file-store.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import { positionOf, stateOf } from '../conversations/conversation-position.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { hasExpired } from './web-visitor.ts';

/** A file as its sender describes it. */
export interface UploadedFile extends DeclaredFile {
  /** Length, if the sender says one. */
  readonly bytes?: number | undefined;
}

/** A stored file of a visitor. */
export interface VisitorFile extends Pick<StoredFile, 'id' | 'name' | 'type' | 'bytes'> {
  /** The type of the message that sends it. */
  readonly mediaType: MediaType;
}

type FileParts = Pick<EngineParts, 'storage' | 'clock' | 'ids' | 'limits' | 'files'>;

interface Upload {
  readonly brand: string;
  readonly customer: CustomerRecord;
  readonly upload: UploadedFile;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Checks a file while it is read, and stores it.
 *
 * @throws {EngineError} see `WebChat.storeFile`
 * @spec FS20, FS21, FS22, FS23, FS24
 */
export async function storeVisitorFile(
  parts: FileParts,
  { brand, customer, upload, content }: Upload,
): Promise<VisitorFile> {
  const { files, limits, ids } = parts;
  if (files === undefined) throw new EngineError('file_not_expected', { message: 'This server stores no files.' });
  if (customer.blocked) throw new EngineError('customer_blocked');
  const { accept = [], max = limits.maxFileBytes } = await requireExpectation(parts, brand, customer);
  const most = Math.min(max, limits.maxFileBytes);
  if (upload.bytes !== undefined && upload.bytes > most) throw tooLarge(most);
  const pieces = content[Symbol.asyncIterator]();
  try {
    const head = await readHead(pieces);
    if (head.length === 0) throw new EngineError('empty_body', { message: 'The file is empty.' });
    const type = typeOfContent(head.subarray(0, headBytes), upload);
    if (!isAcceptedFile(accept, { type })) throw notAccepted(type, accept);
    const name = safeFileName(upload.name, type);
    const file = { id: ids.token(), brand, customer: customer.number, name, type };
    const stored = await files.put(file, boundedContent(head, pieces, most));
    return { id: file.id, name, type, bytes: stored.bytes, mediaType: mediaTypeOfType(type) };
  } finally {
    await pieces.return?.();
  }
}

/** The expected file. The bot may not have read the last messages of the inbox. @spec FS20 */
async function requireExpectation({ storage }: FileParts, brand: string, customer: CustomerRecord) {
  const record = await storage.reads(brand).load({ kind: 'conversation', customer: customer.number });
  const state = stateOf(record);
  const isWaiting = positionOf(customer, state, record).status === 'waiting';
  const expects = isWaiting && state?.at.kind === 'answer' ? state.at.expects : undefined;
  if (expects?.kind !== 'file') throw new EngineError('file_not_expected');
  return expects;
}

function tooLarge(most: number): EngineError {
  return new EngineError('request_too_large', { message: `The file is larger than ${sizeText(most)}.` });
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  if (mebibytes >= 1) return `${Math.floor(mebibytes * 10) / 10} MiB`;
  return bytes >= 1_024 ? `${Math.floor(bytes / 1_024)} KiB` : `${bytes} bytes`;
}

function notAccepted(type: string, accept: readonly string[]): EngineError {
  const message = `Files of the type ${type} are not taken here. Taken are: ${accept.join(', ')}.`;
  return new EngineError('unsupported_media_type', { message });
}

/** Reads pieces until they have the bytes that tell the type. */
async function readHead(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < headBytes) {
    const piece = await pieces.next();
    if (piece.done) break;
    const longer = new Uint8Array(head.length + piece.value.length);
    longer.set(head);
    longer.set(piece.value, head.length);
    head = longer;
  }
  return head;
}

/** @throws {EngineError} `request_too_large` in place of the piece that is too much. */
async function* boundedContent(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for (let piece: IteratorResult<Uint8Array> = { value: head }; !piece.done; piece = await rest.next()) {
    bytes += piece.value.length;
    if (bytes > most) throw tooLarge(most);
    yield piece.value;
  }
}

/**
 * Opens a file whose customer exists. A customer's files are gone with the commit that erases the customer, also while
 * the store still has them.
 *
 * @spec FS25, FS26
 */
export async function openVisitorFile(
  { files, storage, clock }: FileParts,
  { brand, id, name }: { readonly brand: string; readonly id: string; readonly name: string },
): Promise<ReadableFile | undefined> {
  if (files === undefined || !idForm.test(id)) return undefined;
  const file = await files.open(id);
  if (file === undefined || file.brand !== brand || file.name !== name) return undefined;
  const customer = await storage.reads(brand).load({ kind: 'customer', number: file.customer });
  return customer === undefined || hasExpired(customer, clock) ? undefined : file;
}

/** The form of the tokens of `IdSource.token`, with room for other sources. */
const idForm = /^[\w-]{16,128}$/;

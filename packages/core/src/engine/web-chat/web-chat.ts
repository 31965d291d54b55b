import type { VisitorMessage, VisitorOpening } from '../../domain/inputs/web-chat.ts';
import { botLifecycle } from '../../domain/lifecycle/bot-lifecycle.ts';
import type { Message } from '../../domain/message/message.ts';
import { uuidOfHash } from '../../domain/uuid.ts';
import { sha256 } from '../../node/hash.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadableFile } from '../../ports/file-store.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import { type ConversationNews, type FollowOptions, followConversation } from '../conversations/follow-conversation.ts';
import { type Inbound, type Received, receiveInbound } from '../conversations/message-intake.ts';
import { type RunnableVersion, readDiagram } from '../conversations/runnable-version.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { tenantRecords } from '../tenants/tenant-records.ts';
import { openVisitorFile, storeVisitorFile, type UploadedFile, type VisitorFile } from './visitor-files.ts';
import { hasExpired, type WebVisitor } from './web-visitor.ts';

/** The stored record of a visitor's message. */
export interface VisitorReceipt {
  /** Absent when the visitor sent no message. */
  readonly message?: Message;
  /** The position before the answers. */
  readonly after: number;
}

/** Conversations with visitors whom nobody signed in, for a page that everybody can open. */
export interface WebChat {
  /**
   * Finds a bot that visitors can talk to: a published one of the family `native`, not in the trash, whose own channel
   * is on.
   *
   * @spec VI1
   */
  findBot(number: number): Promise<
    | {
        readonly brand: string;
        readonly number: number;
        readonly name: string;
        /** Bytes of a file that its visitors may upload. Absent: they cannot upload files. */
        readonly maxFileBytes?: number;
      }
    | undefined
  >;
  /**
   * Checks how a conversation is to begin, as `begin` does, and stores nothing.
   *
   * @returns Whether the conversation has begun already, with the same token.
   * @throws {EngineError} `bot_not_found`, `invalid_parameters`
   * @spec VI3, VI15, VI16
   */
  checkOpening(bot: number, opening?: VisitorOpening): Promise<{ readonly hasBegun: boolean }>;
  /**
   * Begins the conversation of a new visitor, at the greeting, at a block, or with a message.
   *
   * Race rule: one of several concurrent calls with one `token` of the client begins the conversation, and all return
   * the same visitor.
   *
   * @returns The visitor, and the token that only they have: the store has only its hash. When the bot has reached its
   *   limit of conversations, the one that has been silent longest is erased.
   *
   * @throws {EngineError} `bot_not_found`, `too_many_requests` when the bot may have no conversations,
   *   `invalid_parameters`; with a `token` of the client also `not_authenticated` and `customer_blocked`
   * @spec VI2, VI3, VI8, VI15, VI16, VI18
   */
  begin(
    bot: number,
    opening?: VisitorOpening,
  ): Promise<VisitorReceipt & { readonly visitor: WebVisitor; readonly token: string }>;
  /**
   * Finds the visitor of a bot who has this token.
   *
   * @returns `undefined`: there is none, their conversation has expired, or the bot is not available any more.
   * @spec VI4
   */
  authenticate(bot: number, token: string): Promise<WebVisitor | undefined>;
  /**
   * Stores a message of a visitor. Resolves when it is stored; the bot responds afterwards.
   *
   * @throws {EngineError} `bot_not_found`, `not_authenticated` when the conversation has expired or was deleted,
   *   `customer_blocked`, `conversation_too_long`, `invalid_parameters`
   * @spec VI5, VI6, VI9
   */
  send(visitor: WebVisitor, message: VisitorMessage): Promise<VisitorReceipt>;
  /**
   * Stores a file of a visitor whose conversation waits for one. The message with its address follows by `send`.
   *
   * @param content - Read only after the other checks, piece by piece.
   * @throws {EngineError} `bot_not_found`, `not_authenticated`, `customer_blocked`, `file_not_expected`, `empty_body`,
   *   `request_too_large`, `unsupported_media_type` when the content is of a kind that the bot does not take; and each
   *   error of the content and of the store of files
   * @spec FS20, FS21, FS22, FS23, FS24
   */
  storeFile(visitor: WebVisitor, upload: UploadedFile, content: AsyncIterable<Uint8Array>): Promise<VisitorFile>;
  /**
   * Opens a file that a visitor of this bot uploaded, for everybody who knows its id and name.
   *
   * @returns `undefined`: there is none, or its customer was erased.
   * @spec FS25, FS26
   */
  openFile(bot: number, id: string, name: string): Promise<ReadableFile | undefined>;
  /**
   * Yields the messages after a position: first the stored ones, then each new one, until the signal is
   * aborted, the visitor is gone, or the bot is no longer open to visitors.
   *
   * @spec VI10, VI11, VI12, VI13
   */
  follow(visitor: WebVisitor, options: FollowOptions): AsyncIterable<ConversationNews>;
}

/** The family of channels that visitors reach over the web. */
const webFamily = 'native';

interface OpenBot {
  readonly brand: string;
  /** The version that it runs on. */
  readonly version: RunnableVersion;
  readonly number: number;
  readonly name: string;
  readonly channelNumber: number;
}

export function webChat(parts: EngineParts): WebChat {
  const { storage, ids, brandGate, visitorSchemas: schemas } = parts;

  return {
    async findBot(number) {
      const bot = await findOpenBot(parts, number);
      if (bot === undefined) return undefined;
      const maxFileBytes = parts.files && parts.limits.maxFileBytes;
      const { brand, name } = bot;
      return { brand, number: bot.number, name, ...(maxFileBytes !== undefined && { maxFileBytes }) };
    },

    async checkOpening(number, given = {}) {
      const { hasBegun } = await readOpening(parts, number, given);
      return { hasBegun };
    },

    async begin(number, given = {}) {
      const { opening, bot } = await readOpening(parts, number, given);
      const { message: content, id, node, token = ids.token(), isExternal = false } = opening;
      const customerToken = customerTokenOf(token);
      const received = await receiveVisit(parts, bot, {
        token: customerToken,
        visit: { kind: 'begins', isExternal },
        ...(content !== undefined && { content }),
        ...(id !== undefined && { uuid: messageUuid(customerToken, id) }),
        ...(node !== undefined && { node }),
      });
      const visitor = { brand: bot.brand, bot: number, customer: received.customer.number };
      const isSilent = received.message === undefined;
      return { visitor, token, ...(isSilent ? { after: 0 } : receiptOf(received)) };
    },

    async authenticate(number, token) {
      if (typeof token !== 'string' || !tokenForm.test(token)) return undefined;
      const bot = await findOpenBot(parts, number);
      return bot && findVisitor(parts, bot, token);
    },

    async send(visitor, message) {
      const { message: content, id, answers } = readInput(schemas.message, message);
      const { bot, token } = await requireVisitor(parts, visitor);
      const received = await receiveVisit(parts, bot, {
        token,
        visit: { kind: 'goes_on' },
        content,
        ...(id !== undefined && { uuid: messageUuid(token, id) }),
        ...(answers !== undefined && { answers }),
      });
      return receiptOf(received);
    },

    async storeFile(visitor, upload, content) {
      const { customer } = await requireVisitor(parts, visitor);
      return storeVisitorFile(parts, { brand: visitor.brand, customer, upload, content });
    },

    async openFile(number, id, name) {
      const found = await tenantRecords(storage).findBot(number);
      if (found === undefined || !(await brandGate.serves(found.brand, found.isDeclared))) return undefined;
      return openVisitorFile(parts, { brand: found.brand, id, name });
    },

    follow(visitor, options) {
      const { brand, bot, customer } = visitor;
      const isOpen = async () => (await findOpenBot(parts, bot))?.brand === brand;
      const { typingDelay } = parts;
      return followConversation(parts, { brand, customer, isVisible: () => true, isOpen, typingDelay }, options);
    },
  };
}

/** @spec VI1, TN20 */
async function findOpenBot({ storage, brandGate }: EngineParts, number: number): Promise<OpenBot | undefined> {
  const found = Number.isSafeInteger(number) ? await tenantRecords(storage).findBot(number) : undefined;
  if (found === undefined) return undefined;
  const { brand, isDeclared, botId } = found;
  if (!(await brandGate.serves(brand, isDeclared))) return undefined;
  const { load } = storage.reads(brand);
  const bot = await load({ kind: 'bot', id: botId });
  if (bot?.liveVersion === undefined || bot.channelFamily !== webFamily) return undefined;
  if (botLifecycle.decide({ bot }, { kind: 'talk' }).kind === 'refused') return undefined;
  const own = (await load({ kind: 'channelsOfBot', botId })).find(
    ({ purpose, active }) => purpose === 'live' && active,
  );
  const version = { bot, id: bot.liveVersion, isTest: false };
  return own && { brand, version, number, name: bot.name, channelNumber: own.number };
}

async function requireOpenBot(parts: EngineParts, number: number): Promise<OpenBot> {
  const bot = await findOpenBot(parts, number);
  if (bot === undefined) throw new EngineError('bot_not_found');
  return bot;
}

/** @throws {EngineError} `bot_not_found`, `not_authenticated` */
async function requireVisitor(
  parts: EngineParts,
  visitor: WebVisitor,
): Promise<{ readonly bot: OpenBot; readonly customer: CustomerRecord; readonly token: string }> {
  const bot = await requireOpenBot(parts, visitor.bot);
  const isOfBrand = bot.brand === visitor.brand;
  const customer = isOfBrand
    ? await parts.storage.reads(bot.brand).load({ kind: 'customer', number: visitor.customer })
    : undefined;
  if (!isVisitor(parts.clock, customer, bot) || customer.token === undefined)
    throw new EngineError('not_authenticated');
  return { bot, customer, token: customer.token };
}

/** A customer who is a visitor of this channel, and whose conversation has not expired. @spec VI4, VI7 */
function isVisitor(
  clock: Clock,
  customer: CustomerRecord | undefined,
  { channelNumber }: OpenBot,
): customer is CustomerRecord {
  if (customer?.expiresAt === undefined || customer.channelNumber !== channelNumber) return false;
  return !hasExpired(customer, clock);
}

async function findVisitor(
  { storage, clock }: EngineParts,
  bot: OpenBot,
  token: string,
): Promise<WebVisitor | undefined> {
  const { brand, number, channelNumber } = bot;
  const wanted = { channel: channelNumber, token: customerTokenOf(token) };
  const customer = await storage.reads(brand).load({ kind: 'customerByToken', ...wanted });
  return isVisitor(clock, customer, bot) ? { brand, bot: number, customer: customer.number } : undefined;
}

/** @throws {EngineError} `bot_not_found`, `invalid_parameters` */
async function readOpening(parts: EngineParts, number: number, given: VisitorOpening) {
  const opening = readInput(parts.visitorSchemas.opening, given);
  const bot = await requireOpenBot(parts, number);
  const hasBegun = opening.token !== undefined && (await findVisitor(parts, bot, opening.token)) !== undefined;
  if (!hasBegun && opening.node !== undefined) await requireBlock(parts, bot, opening.node);
  return { opening, bot, hasBegun };
}

/** @spec VI16 */
async function requireBlock(
  { storage, preparedBots }: EngineParts,
  { brand, version }: OpenBot,
  id: string,
): Promise<void> {
  let prepared = preparedBots.find(version);
  if (prepared === undefined) {
    const diagramJson = await storage.reads(brand).run(readDiagram(version));
    prepared = diagramJson === undefined ? undefined : preparedBots.prepare(version, diagramJson);
  }
  const found = prepared?.findNode(id);
  if (found !== undefined && found !== 'malformed') return;
  throw invalidParameters('node', 'The bot has no block with this id.');
}

/** Stores a message of a visitor, or the beginning of a conversation. */
function receiveVisit(
  parts: EngineParts,
  { brand, channelNumber }: OpenBot,
  visit: Omit<Inbound, 'brand' | 'channelNumber' | 'update' | 'by'>,
): Promise<Received> {
  const by = { kind: 'channel', channelNumber } as const;
  return receiveInbound(parts, { brand, channelNumber, by, update: { fields: [] }, ...visit });
}

/** The form of the tokens of `IdSource.token`, with room for other sources. */
const tokenForm = /^[\w-]{16,128}$/;

/** The token of the customer on its channel: its readers cannot talk as the visitor. @spec VI2 */
function customerTokenOf(token: string): string {
  return `web:${sha256(token)}`;
}

/** A UUID version 8, the same for the same name of the same visitor. @spec VI6 */
function messageUuid(customerToken: string, id: string): string {
  return uuidOfHash(sha256(`${customerToken} ${id}`));
}

function receiptOf({ message, customer }: Received): VisitorReceipt {
  return message === undefined ? { after: customer.lastSeq } : { message, after: message.seq };
}

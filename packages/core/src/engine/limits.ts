import { defaultFieldBounds, type FieldBounds } from '../domain/field/field-bounds.ts';
import { defaultSendBounds, type SendBounds } from '../domain/message/message.ts';

/**
 * Limits of the data and actions of callers, so that nobody can overload the process. Integers from 0.
 *
 * @spec HO1, HO2, HO3, HO4, HO5, HO6
 */
export interface EngineLimits {
  /** Blocks of a diagram, default 20,000. */
  readonly maxNodes: number;
  /** Connections of a diagram, default 60,000. */
  readonly maxConnections: number;
  /** Values in a diagram, at any depth: objects, lists, texts, numbers and other values; default 1,000,000. */
  readonly maxDiagramValues: number;
  /** Params of one block, whether the catalog describes them or not; default 1,000. */
  readonly maxParams: number;
  /** UTF-16 units of the key of a node: every finding on the block repeats it; default 1,024. */
  readonly maxKeyLength: number;
  /** UTF-16 units of all distinct formulas of a diagram; default 65,536. */
  readonly maxFormulaLength: number;
  /** Stored past states of one draft; default 100. */
  readonly maxRevisions: number;
  /** UTF-8 bytes of stored past states of one draft; default 50 MiB. */
  readonly maxRevisionBytes: number;
  /** Unicode code points of a text that a visitor or an agent sends; default 10,000. */
  readonly maxTextLength: number;
  /** Combining marks in a row in such a text; default 64. */
  readonly maxMarksInRow: number;
  /** UTF-8 bytes of the payload of a visitor's text; default 4,096. */
  readonly maxPayloadBytes: number;
  /** Fields of one customer; default 500. */
  readonly maxFields: number;
  /** UTF-8 bytes of the JSON of one Field, its name included; default 64 KiB. */
  readonly maxFieldBytes: number;
  /** UTF-8 bytes of the JSON of all Fields of one customer together; default 512 KiB. */
  readonly maxFieldsBytes: number;
  /** Message hooks of one channel: each message is one more delivery for each of them; default 100. */
  readonly maxHooks: number;
  /** Mails of the bots of one brand in any hour; default 100. @spec EM10 */
  readonly maxBrandMails: number;
  /** Mails to which one customer's conversation leads in any hour; default 5. @spec EM10 */
  readonly maxConversationMails: number;
  /** Calls of language models in a conversation without a word of the visitor, in 24 hours; default 20. @spec LM14 */
  readonly maxModelCallsInRow: number;
  /** Calls of language models in one customer's conversation, in 30 days; default 200. @spec LM14 */
  readonly maxConversationModelCalls: number;
  /** Tokens that the language models of one brand take in any 24 hours; default 2,000,000. @spec LM14 */
  readonly maxBrandModelTokens: number;
  /** Calls of language models for one brand at once, in this process; default 8. @spec LM14 */
  readonly maxModelCallsAtOnce: number;
  /** Units of work of one step of a conversation; default 1,000,000. */
  readonly maxStepWork: number;
  /** Searches for customers of one brand that wait for their turn; default 10. */
  readonly maxWaitingSearches: number;
  /** Large diagrams of one brand that wait for their turn, each of them in memory; default 32. */
  readonly maxWaitingDiagrams: number;
  /** Bytes of unsent large answers to one brand, and a quarter of the unsent bytes to all brands; default 32 MiB. */
  readonly maxUnsentBytes: number;
  /**
   * Bytes of memory for drafts that were written last, so that the next edit does not read and check them again;
   * default 64 MiB. 0: no cache.
   */
  readonly maxCachedDraftBytes: number;
  /**
   * Conversations of one bot with visitors whom nobody signed in; default 10,000. Beyond the limit, the engine erases
   * the one that has been silent longest.
   *
   * @spec VI8, VI18
   */
  readonly maxVisitors: number;
  /** Messages of one such conversation, the bot's included; default 5,000. @spec VI9 */
  readonly maxVisitorMessages: number;
  /**
   * Milliseconds from the last word of the visitor or an agent until the conversation expires; default 30 days.
   *
   * @spec VI7
   */
  readonly visitorLifeMs: number;
  /** Milliseconds until a conversation expires in which the visitor has said nothing; default one hour. @spec VI7 */
  readonly silentVisitorLifeMs: number;
  /** Bytes of a file that a visitor uploads; default 10 MiB. @spec FS23 */
  readonly maxFileBytes: number;
}

const defaultLimits: EngineLimits = {
  maxNodes: 20_000,
  maxConnections: 60_000,
  maxDiagramValues: 1_000_000,
  maxParams: 1_000,
  maxKeyLength: 1_024,
  maxFormulaLength: 65_536,
  maxRevisions: 100,
  maxRevisionBytes: 50 * 1_024 * 1_024,
  maxTextLength: defaultSendBounds.textLength,
  maxMarksInRow: defaultSendBounds.marksInRow,
  maxPayloadBytes: defaultSendBounds.payloadBytes,
  maxFields: defaultFieldBounds.count,
  maxFieldBytes: defaultFieldBounds.fieldBytes,
  maxFieldsBytes: defaultFieldBounds.totalBytes,
  maxHooks: 100,
  maxBrandMails: 100,
  maxConversationMails: 5,
  maxModelCallsInRow: 20,
  maxConversationModelCalls: 200,
  maxBrandModelTokens: 2_000_000,
  maxModelCallsAtOnce: 8,
  maxStepWork: 1_000_000,
  maxWaitingSearches: 10,
  maxWaitingDiagrams: 32,
  maxUnsentBytes: 32 * 1_024 * 1_024,
  maxCachedDraftBytes: 64 * 1_024 * 1_024,
  maxVisitors: 10_000,
  maxVisitorMessages: 5_000,
  visitorLifeMs: 30 * 24 * 60 * 60 * 1_000,
  silentVisitorLifeMs: 60 * 60 * 1_000,
  maxFileBytes: 10 * 1_024 * 1_024,
};

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} when a limit is not an integer from 0.
 */
export function resolveLimits(given: Partial<EngineLimits> = {}): EngineLimits {
  const limits: Record<keyof EngineLimits, number> = { ...defaultLimits };
  for (const name of Object.keys(defaultLimits) as (keyof EngineLimits)[]) {
    const value = given[name] ?? defaultLimits[name];
    if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`The limit ${name} is an integer from 0.`);
    limits[name] = value;
  }
  return limits;
}

/** The limits of a customer's Fields. */
export function fieldBoundsOf(limits: EngineLimits): FieldBounds {
  return { count: limits.maxFields, fieldBytes: limits.maxFieldBytes, totalBytes: limits.maxFieldsBytes };
}

/** The limits of messages of all senders. */
export function sendBoundsOf(limits: EngineLimits): SendBounds {
  const { maxTextLength: textLength, maxMarksInRow: marksInRow, maxPayloadBytes: payloadBytes } = limits;
  return { textLength, marksInRow, payloadBytes, fields: fieldBoundsOf(limits) };
}

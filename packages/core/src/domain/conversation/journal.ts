import type { Customer } from '../customer/customer.ts';
import type { Field, Fields } from '../field/field.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json/json-value.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { ConversationState } from './conversation-state.ts';
import { type AwaitedEffect, awaitedEffectOf, type EffectOutcome } from './effects.ts';
import { hashOfText } from './hash-of-text.ts';
import { encodeStep, type JournalInput, type JournalStep, readJournalSteps } from './journal-step.ts';
import type { BotMessage } from './messages.ts';
import type { PreparedBot } from './prepared-bot.ts';
import type { ConversationInput, Step } from './step.ts';
import type { Wordings } from './wordings.ts';

/** Everything that the first step of a conversation depends on, besides its bot and its input. */
export interface JournalStart {
  /** Id of the conversation, on which choices by chance depend. */
  readonly conversation: string;
  /** `turn` of the state before the step. */
  readonly turn: number;
  /** From the state before the step; absent before a block with several wordings spoke. */
  readonly wordings?: Wordings;
  /** Id of the version. */
  readonly version?: string;
  /** The customer's Fields; a redacted one has no value. Absent: they were too long. */
  readonly fields?: Readonly<Record<string, Field | { readonly type: Field['type'] }>>;
}

/** A conversation in the journal, from one beginning to the next. */
export interface JournaledConversation {
  /** Number of the customer. */
  readonly customer: number;
  /** The moment that `after` of its steps counts from. */
  readonly begunAt: EpochMs;
  /** Everything that the first step depended on, so that a replay gives the same messages. */
  readonly start: JournalStart;
  /** Oldest first. */
  readonly steps: readonly JournalStep[];
}

/** The answers that a journal does not have. */
export interface JournalRedaction {
  /** Names of Fields: inputs that a bot writes into one are left out, and their values. */
  readonly fields?: readonly string[];
  /** Ids of blocks: inputs at one are left out, and the values of Fields that are written then. */
  readonly blocks?: readonly string[];
}

/** Longest JSON text of an input, and of the Fields at the beginning, in UTF-16 units. */
export const maxJournalInput = 2_000;

/** Longest journal of a conversation, in UTF-16 units. */
export const maxJournalLength = 32_768;

/**
 * A number for everything that a bot has said: texts, addresses and labels, and the effects that it waited for.
 *
 * @param before - The digest until then; 0 at the beginning.
 */
export function saidDigest(before: number, said: readonly (BotMessage | AwaitedEffect)[]): number {
  return said.reduce((digest, each) => hashOfText(`${digest} ${wordsOf(each)}`) % 2 ** 32, before);
}

function wordsOf(said: BotMessage | AwaitedEffect): string {
  if ('kind' in said) {
    return JSON.stringify(said.kind === 'webhook' ? [said.kind, said.method, said.url] : [said.kind]);
  }
  switch (said.type) {
    case 'text':
      return said.body;
    case 'dialog':
      return JSON.stringify([said.title, said.buttons]);
    case 'media_dialog':
      return JSON.stringify([said.url, said.buttons]);
    case 'location':
      return JSON.stringify([said.latitude, said.longitude]);
    case 'event':
      return JSON.stringify([said.code]);
    default:
      return JSON.stringify([said.url, said.caption]);
  }
}

/** UTF-16 units of steps in the record of a conversation. With more, they get an entry of their own. */
const maxOpenLength = 1_000;

/** The place of a conversation in its journal, between two steps. */
interface JournalPlace {
  readonly begunAt: EpochMs;
  readonly turn: number;
  readonly length: number;
  readonly digest: number;
  /** A hash of the Fields after the step. */
  readonly fields: number;
  readonly isRedacted: boolean;
  /** Names of Fields that steps wrote whose inputs are left out. */
  readonly hidden: readonly string[];
  /** Place of the first open step. */
  readonly openTurn: number;
  /** JSON texts of the steps that no entry has, with commas between them. */
  readonly open: string;
}

/** A step, and everything that its entry depends on. */
export interface JournaledStep {
  readonly bot: Pick<PreparedBot, 'findNode'>;
  /** Whether a bot speaks. */
  readonly hasBot: boolean;
  readonly version: string | undefined;
  readonly input: ConversationInput;
  readonly at: EpochMs;
  readonly before: ConversationState;
  readonly step: Step;
  readonly customer: Customer;
  readonly customerAfter: Customer;
  /** The place before the step, as it is stored. */
  readonly place: string | undefined;
}

/** An entry of the journal, of some steps. */
export interface WrittenEntry {
  readonly begunAt: EpochMs;
  readonly turn: number;
  /** With the first step, like `startJson`. */
  readonly botId?: string;
  readonly startJson?: string;
  readonly stepsJson: string;
}

/** The results of a step in the journal. */
export interface WrittenStep {
  readonly entries: readonly WrittenEntry[];
  /** Absent: the journal of the conversation ends. */
  readonly place?: string;
}

/**
 * Adds a step to the journal. A conversation begins with a start, or with a message before the first step or after the
 * end; steps of a conversation whose beginning is not in the journal are left out. The first step has an entry; others
 * wait in the record of the conversation, which each step writes anyway.
 *
 * @param lifeMs - The age at which the journal of a conversation ends.
 * @spec JR2, JR3, JR4, JR5, JR6, JR7
 */
export function journalStep(given: JournaledStep, redaction: JournalRedaction, lifeMs: number): WrittenStep {
  const { before, step, input, at, customer, customerAfter } = given;
  const last = readPlace(given.place);
  const isIdle = before.at.kind === 'new' || before.at.kind === 'ended';
  const begins = given.hasBot && (input.kind === 'start' || (input.kind === 'message' && isIdle));
  if (!begins) {
    if (last === undefined || at - last.begunAt >= lifeMs) return { entries: [], ...endedPlace(last?.hidden) };
    if (step.state.turn === before.turn)
      return { entries: [], ...(given.place !== undefined && { place: given.place }) };
  }
  const names = hiddenFields(given, redaction, last);
  const place = begins || last === undefined ? placeOfBeginning(last, at, customer, names) : last;
  const { begunAt, turn } = place;
  const hides = hidesInput(given, redaction);
  const written = hides ? step.writes.map(({ name }) => name) : [];
  const hidden = [...new Set([...(last?.hidden ?? []), ...written])];
  const isRedacted = place.isRedacted || hides;
  const digest = isRedacted ? 0 : saidDigest(place.digest, saidIn(step));
  const isCut = place.length > maxJournalLength;
  const stepJson = encodeStep({
    input: isCut ? { kind: 'cut' } : journalInput(input, before, hides),
    after: at - begunAt,
    ...(!isRedacted && { said: digest }),
    ...standOf(step.state),
    ...(!begins && place.fields !== hashOfFields(customer) && { changed: true }),
  });
  const next = { begunAt, turn: turn + 1, digest, fields: hashOfFields(customerAfter), isRedacted, hidden };
  if (begins) {
    const startJson = JSON.stringify(startOf(given, names));
    const length = stepJson.length + startJson.length;
    const entries = [...openEntry(last), { begunAt, turn, startJson, stepsJson: `[${stepJson}]` }];
    return { entries, place: writePlace({ ...next, length, openTurn: 1, open: '' }) };
  }
  const length = place.length + stepJson.length;
  const open = place.open === '' ? stepJson : `${place.open},${stepJson}`;
  if (isCut) return { entries: openEntry({ ...place, open }), ...endedPlace(hidden) };
  if (open.length <= maxOpenLength) {
    return { entries: [], place: writePlace({ ...next, length, openTurn: place.openTurn, open }) };
  }
  const entries = openEntry({ ...place, open });
  return { entries, place: writePlace({ ...next, length, openTurn: turn + 1, open: '' }) };
}

/** The entry of the open steps. */
function openEntry(place: JournalPlace | undefined): readonly WrittenEntry[] {
  if (place === undefined || place.open === '') return [];
  return [{ begunAt: place.begunAt, turn: place.openTurn, stepsJson: `[${place.open}]` }];
}

/** Whether the record of a conversation has open steps of the one that began then. */
export function isPlaceOf(place: string | undefined, begunAt: EpochMs): boolean {
  return place?.startsWith(`${begunAt} `) === true;
}

/** The open steps of a conversation, as its record has them. */
export function openSteps(place: string | undefined, begunAt: EpochMs): readonly JournalStep[] {
  return isPlaceOf(place, begunAt) ? readJournalSteps(`[${readPlace(place)?.open ?? ''}]`) : [];
}

/** A line with the numbers, then the open steps. */
function readPlace(place: string | undefined): JournalPlace | undefined {
  if (place === undefined) return undefined;
  const end = place.indexOf('\n');
  const parts = place.slice(0, end).split(' ');
  const [begunAt, turn, length, digest, fields, isRedacted, openTurn] = parts.slice(0, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const names = parts.slice(7).join(' ');
  const hidden = names === '' ? [] : (JSON.parse(names) as readonly string[]);
  const open = place.slice(end + 1);
  return { begunAt, turn, length, digest, fields, isRedacted: isRedacted === 1, hidden, openTurn, open };
}

/** The place after the end of a journal: nothing but names of Fields. Absent without them. */
function endedPlace(hidden: readonly string[] = []): { readonly place?: string } {
  if (hidden.length === 0) return {};
  // Any step comes too late for it.
  const numbers = { begunAt: Number.NEGATIVE_INFINITY, turn: 0, length: 0, digest: 0, fields: 0 };
  return { place: writePlace({ ...numbers, isRedacted: false, hidden, openTurn: 0, open: '' }) };
}

/** The place in the record of a conversation whose journal is erased. @spec JR4, JR9 */
export function erasedPlace(place: string | undefined): string | undefined {
  return endedPlace(readPlace(place)?.hidden).place;
}

function writePlace(place: JournalPlace): string {
  const { begunAt, turn, length, digest, fields, isRedacted, hidden, openTurn, open } = place;
  const numbers = `${begunAt} ${turn} ${length} ${digest} ${fields} ${isRedacted ? 1 : 0} ${openTurn}`;
  return `${numbers}${hidden.length === 0 ? '' : ` ${JSON.stringify(hidden)}`}\n${open}`;
}

/** Conversations of a customer begin at different moments. */
function placeOfBeginning(
  last: JournalPlace | undefined,
  at: EpochMs,
  customer: Customer,
  names: ReadonlySet<string>,
): JournalPlace {
  const isRedacted = Object.keys(ownFields(customer)).some((name) => names.has(name));
  const begunAt = Math.max(at, (last?.begunAt ?? 0) + 1);
  const hidden = last?.hidden ?? [];
  return { begunAt, turn: 0, length: 0, digest: 0, fields: 0, isRedacted, hidden, openTurn: 0, open: '' };
}

/** Names of Fields whose values are left out: the named ones, and those with answers at named blocks. */
function hiddenFields(
  { bot }: JournaledStep,
  { fields = [], blocks = [] }: JournalRedaction,
  last: JournalPlace | undefined,
): ReadonlySet<string> {
  const destinations = blocks.flatMap((id) => destinationOf(bot, id) ?? []);
  return new Set([...fields, ...destinations, ...(last?.hidden ?? [])]);
}

function destinationOf(bot: JournaledStep['bot'], id: string): string | undefined {
  const node = bot.findNode(id);
  const destination = typeof node === 'object' ? node.params['destination'] : undefined;
  return typeof destination === 'string' ? destination : undefined;
}

function saidIn({ messages, effects }: Step): readonly (BotMessage | AwaitedEffect)[] {
  const awaited = awaitedEffectOf(effects);
  return awaited === undefined ? messages : [...messages, awaited];
}

/** Whether a rule leaves the input out. */
function hidesInput(
  { bot, before: { at }, step, input }: JournaledStep,
  { fields = [], blocks = [] }: JournalRedaction,
): boolean {
  if (input.kind !== 'message' && input.kind !== 'result') return false;
  if ('template' in at) {
    if (blocks.includes(at.node)) return true;
    // The bot may ask again, and write the Field later.
    const destination = fields.length === 0 ? undefined : destinationOf(bot, at.node);
    if (destination !== undefined && fields.includes(destination)) return true;
  }
  return fields.length > 0 && step.writes.some(({ name }) => fields.includes(name));
}

function journalInput(input: ConversationInput, { at }: ConversationState, isHidden: boolean): JournalInput {
  switch (input.kind) {
    case 'start':
      return { kind: 'start', ...(input.node !== undefined && { block: input.node }) };
    case 'message':
      if (isHidden) return { kind: 'redacted_message' };
      return isLong(input.message) ? { kind: 'cut' } : { kind: 'message', message: input.message };
    case 'result': {
      if (at.kind === 'jump' && input.outcome.ok) return { kind: 'jump' };
      const outcome = isHidden ? redactedOutcome(input.outcome) : input.outcome;
      if (isLong(outcome)) return { kind: 'cut' };
      return { kind: isHidden ? 'redacted_outcome' : 'outcome', outcome };
    }
    default:
      return { kind: input.kind };
  }
}

const isLong = (value: unknown): boolean => (JSON.stringify(value)?.length ?? 0) > maxJournalInput;

function redactedOutcome(outcome: EffectOutcome): EffectOutcome {
  if (!outcome.ok || outcome.value === undefined) return outcome;
  const { value } = outcome;
  if (isJsonObject(value) && typeof value['status'] === 'number') {
    const { status, ...others } = value;
    return { ok: true, value: { status, ...(redacted(others) as object) } };
  }
  return { ok: true, value: redacted(value) };
}

/** A value of the same shape. */
function redacted(value: JsonValue): JsonValue {
  if (typeof value === 'string') return 'redacted';
  if (typeof value === 'number') return 1;
  if (isJsonList(value)) return value.map(redacted);
  if (!isJsonObject(value)) return value === null ? null : true;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redacted(member)]));
}

function standOf({ at }: ConversationState): Pick<JournalStep, 'block' | 'end'> {
  if (at.kind === 'ended') return { end: at.reason };
  if (at.kind === 'agent') return { end: 'agent' };
  return 'template' in at ? { block: at.node } : {};
}

/** The Fields that bots and people write. Those of every customer that change with each message are not in a journal. */
function ownFields(customer: Customer): Fields {
  const { name, email, phone } = customer;
  const contacts = Object.entries({ name, email, phone }).filter(([, value]) => value !== '');
  return {
    ...customer.fields,
    ...Object.fromEntries(contacts.map(([key, value]) => [key, { type: 'string', value }])),
  };
}

function hashOfFields({ name, email, phone, fields }: Customer): number {
  return hashOfText(JSON.stringify([name, email, phone, fields]));
}

function startOf({ before, customer, version }: JournaledStep, hidden: ReadonlySet<string>): JournalStart {
  const { conversation, turn, wordings } = before;
  const own = {
    id: { type: 'integer', value: customer.number } as const,
    channel_id: { type: 'integer', value: customer.channelNumber } as const,
    ...ownFields(customer),
  };
  const fields = Object.fromEntries(
    Object.entries(own).map(([name, field]) => [name, hidden.has(name) ? { type: field.type } : field]),
  );
  return {
    conversation,
    turn,
    ...(wordings !== undefined && { wordings }),
    ...(version !== undefined && { version }),
    ...(!isLong(fields) && { fields }),
  };
}

import type { Violation } from '@botwright/client';
import type { FeedbackConfiguration, JournaledConversation } from '@botwright/core/conversation';
import { type Diagram, parseDiagram } from '@botwright/core/diagram';
import * as v from 'valibot';
import { isId } from '../bot-files/id.ts';

/** A response about one bot is invalid for a Bots API: a member is missing, of another type, or not an id. */
export class UnusableRecord extends Error {
  override readonly name = 'UnusableRecord';
}

const longestText = 10_000;
const text = v.pipe(
  v.string('is not text'),
  v.maxLength(longestText, `is longer than ${longestText.toLocaleString('en')} characters`),
);
const id = v.custom<string>(isId, 'is not an id');
const whole = v.pipe(v.number('is not a number'), v.safeInteger('is not a whole number'));
const orNothing = (schema: v.GenericSchema<string>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

const bot = v.pipe(
  v.object({
    id,
    number: v.pipe(whole, v.minValue(1, 'is less than 1')),
    name: text,
    channel_family: text,
    state: v.optional(text),
    published_at: v.optional(text),
  }),
  v.transform(({ channel_family: channelFamily, ...others }) => ({ ...others, channelFamily })),
);

const version = v.object({
  id,
  name: orNothing(text),
  published_at: text,
  published_by: whole,
  restored_from: orNothing(id),
});

const violations = v.array(
  v.object({ severity: text, code: text, message: text, pointer: text, hint: v.optional(text) }),
  'is not a list',
);

const feedback = v.pipe(
  v.object({
    enabled: v.boolean('is neither true nor false'),
    question: text,
    positive_label: text,
    negative_label: text,
    comment_question: text,
    thanks: text,
  }),
  v.transform(({ positive_label, negative_label, comment_question, ...others }): FeedbackConfiguration => {
    const labels = { positiveLabel: positive_label, negativeLabel: negative_label };
    return { ...others, ...labels, commentQuestion: comment_question };
  }),
);

const members = v.record(v.string(), v.unknown());

/** The parts that decide how a conversation is replayed; a replay finds out whether the rest fits. */
const conversation = v.pipe(
  v.object({
    customer_id: whole,
    begun_at_ms: whole,
    start: v.looseObject({ conversation: text, turn: whole, version: v.optional(id), fields: v.optional(members) }),
    steps: v.array(
      v.looseObject({ input: v.looseObject({ kind: text }), after: whole, said: v.optional(whole) }),
      'is not a list',
    ),
  }),
  v.transform(({ customer_id, begun_at_ms, start, steps }) => {
    return { customer: customer_id, begunAt: begun_at_ms, start, steps } as unknown as JournaledConversation;
  }),
);
const scenarios = v.object({ text: v.string('is not text'), revision: whole });

const waiting = v.object({ total: whole, is_exact: v.boolean('is neither true nor false') });

/** The members of a bot that the commands use. */
export type BotRecord = Readonly<v.InferOutput<typeof bot>>;
export type VersionRecord = Readonly<v.InferOutput<typeof version>>;
export type WaitingRecord = Readonly<v.InferOutput<typeof waiting>>;

/** Each reads one response of a server. @throws {UnusableRecord} Names the member. @spec PU21, PU22 */
export const readRecord = {
  bot: (value: unknown): BotRecord => read(bot, value, 'bot'),
  version: (value: unknown): VersionRecord => read(version, value, 'version'),
  feedback: (value: unknown): FeedbackConfiguration => read(feedback, value, 'feedback'),
  conversation: (value: unknown): JournaledConversation => read(conversation, value, 'conversation'),
  waiting: (value: unknown): WaitingRecord => read(waiting, value, 'count of conversations'),
  scenarios: (value: unknown): Readonly<v.InferOutput<typeof scenarios>> => read(scenarios, value, 'file of scenarios'),
  violations: (value: unknown): readonly Violation[] =>
    read(violations, value, 'list of violations') as unknown as readonly Violation[],
  id: (value: unknown, subject: string): string => read(id, value, subject),
  text: (value: unknown, subject: string): string => read(text, value, subject),
  diagram: (value: unknown): Diagram => {
    const parsed = parseDiagram(value);
    if (parsed.ok) return parsed.diagram;
    throw unusable('diagram', parsed.field, `cannot be read: ${parsed.message}`);
  },
};

function read<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: unknown,
  subject: string,
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw unusable(subject, v.getDotPath(issue) ?? '', issue.type === 'object' ? 'is missing' : issue.message);
}

function unusable(subject: string, member: string, problem: string): UnusableRecord {
  const named = member === '' ? 'it' : `"${member}"`;
  return new UnusableRecord(
    `The server answers with a ${subject} that cannot be used: ${named} ${problem}`.replace(/\.?$/, '.'),
  );
}

import { isJsonList, type JsonValue } from '../json/json-value.ts';
import type { EffectOutcome } from './effects.ts';
import type { VisitorInput } from './messages.ts';

/** An input in a journal. */
export type JournalInput =
  | { readonly kind: 'start'; readonly block?: string }
  | { readonly kind: 'message'; readonly message: VisitorInput }
  | { readonly kind: 'outcome'; readonly outcome: EffectOutcome }
  /** The conversation went to another bot. */
  | { readonly kind: 'jump' }
  /** A wait was over. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'taken_over' }
  | { readonly kind: 'closed' }
  /** A rule left the visitor's answer out. */
  | { readonly kind: 'redacted_message' }
  /** A rule replaced the values of the outcome, except the status of a webhook. */
  | { readonly kind: 'redacted_outcome'; readonly outcome: EffectOutcome }
  /** The input was too long, or the journal of the conversation. */
  | { readonly kind: 'cut' };

/** An input and its outcome. */
export interface JournalStep {
  /** Perhaps redacted or cut. */
  readonly input: JournalInput;
  /** Milliseconds since the beginning of the conversation. */
  readonly after: number;
  /** `saidDigest` of everything said until then; absent after something was redacted. */
  readonly said?: number;
  /** Id of the block where the conversation waits. */
  readonly block?: string;
  /** Why it ended; `agent`: a person has it. */
  readonly end?: 'closed' | 'dead_end' | 'error' | 'agent';
  /** Somebody else than the bot changed the customer's Fields since the step before. */
  readonly changed?: true;
}

/** The kinds of inputs in stored entries; they must not change. */
const codes = {
  start: 's',
  message: 'm',
  outcome: 'o',
  jump: 'j',
  timeout: 't',
  taken_over: 'a',
  closed: 'c',
  redacted_message: 'M',
  redacted_outcome: 'O',
  cut: 'x',
} as const satisfies Record<JournalInput['kind'], string>;

type Code = (typeof codes)[JournalInput['kind']];

const kinds = new Map(Object.entries(codes).map(([kind, code]) => [code, kind as JournalInput['kind']]));

/**
 * `[kind, milliseconds, digest, block or [end], data, changed]`: in base 36, and without what is absent at its end. A
 * pressed button is `[payload, label]`, a text itself.
 */
export function encodeStep({ input, after, said, block, end, changed }: JournalStep): string {
  const digest = said === undefined ? 0 : said.toString(36);
  const parts = [
    codes[input.kind],
    after,
    digest,
    end === undefined ? (block ?? 0) : [end],
    dataOf(input),
    changed ? 1 : 0,
  ];
  while (parts.at(-1) === 0) parts.pop();
  return JSON.stringify(parts);
}

function dataOf(input: JournalInput): unknown {
  switch (input.kind) {
    case 'start':
      return input.block ?? 0;
    case 'message': {
      const { message } = input;
      if (message.type !== 'text') return message;
      return message.payload === undefined ? message.text : [message.payload, message.text];
    }
    case 'outcome':
    case 'redacted_outcome':
      return input.outcome;
    default:
      return 0;
  }
}

type StoredStep = readonly [
  Code,
  number,
  (string | 0)?,
  (string | 0 | readonly [JournalStep['end']])?,
  (JsonValue | 0)?,
  number?,
];

/** Reads the steps of an entry. */
export function readJournalSteps(stepsJson: string): readonly JournalStep[] {
  return (JSON.parse(stepsJson) as readonly StoredStep[]).map(readStep);
}

function readStep([code, after, digest = 0, stand = 0, data = 0, changed = 0]: StoredStep): JournalStep {
  const end = typeof stand === 'object' ? stand[0] : undefined;
  return {
    input: inputOf(kinds.get(code) ?? 'cut', data),
    after,
    ...(digest !== 0 && { said: Number.parseInt(digest, 36) }),
    ...(typeof stand === 'string' && { block: stand }),
    ...(end !== undefined && { end }),
    ...(changed === 1 && { changed: true }),
  };
}

function inputOf(kind: JournalInput['kind'], data: JsonValue): JournalInput {
  switch (kind) {
    case 'start':
      return typeof data === 'string' ? { kind, block: data } : { kind };
    case 'message':
      return { kind, message: messageOf(data) };
    case 'outcome':
    case 'redacted_outcome':
      return { kind, outcome: data as EffectOutcome };
    default:
      return { kind };
  }
}

function messageOf(data: JsonValue): VisitorInput {
  if (typeof data === 'string') return { type: 'text', text: data };
  if (!isJsonList(data)) return data as VisitorInput;
  const [payload, text] = data as readonly [string, string];
  return { type: 'text', text, payload };
}

import type { Field, VisitorInput } from '@botwright/core/conversation';
import type { BlockBehaviour, ExecutionContext } from './block-behaviour.ts';
import { writeDestination } from './field-writes.ts';
import { spokenParam } from './params.ts';
import { leave, type Transition, waitForVisitor } from './transition.ts';

interface Question {
  /** Name of the definition. */
  readonly block: string;
  /** Reads an answer. `undefined`: not accepted. */
  read(message: VisitorInput, context: ExecutionContext): Field | undefined;
}

/**
 * The behaviour of a block that asks for one typed answer: it asks, waits, reads, asks again until it can read the
 * answer, and leaves through `$success`.
 *
 * @spec RN51, RN52, RN53
 */
export function questionBehaviour({ block, read }: Question): BlockBehaviour {
  return {
    block,
    enter: (context) => waitForVisitor({ messages: spokenParam(context, 'text') }),
    answer: (context, message) => {
      const field = read(message, context);
      return field === undefined ? askAgain(context) : leave('$success', { writes: writeDestination(context, field) });
    },
  };
}

function askAgain(context: ExecutionContext): Transition {
  const complaint = spokenParam(context, 'errorText');
  return waitForVisitor({ messages: complaint.length > 0 ? complaint : spokenParam(context, 'text') });
}

/** What the visitor typed, trimmed; `undefined` for media, a location and a blank text. @spec RN54 */
export function typedText(message: VisitorInput): string | undefined {
  if (message.type !== 'text') return undefined;
  const text = message.text.trim();
  return text === '' ? undefined : text;
}

import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave, type Move, waitForVisitor } from '../behaviour/move.ts';
import { spokenParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';
import type { Field } from '../field/field.ts';
import type { VisitorMessage } from '../message/message.ts';

interface QuestionSketch {
  /** Name of the definition. */
  readonly block: string;
  /** Reads an answer. `undefined`: not accepted. */
  read(message: VisitorMessage, visit: Visit): Field | undefined;
}

/**
 * Writes what a block does that asks for one typed answer: asks, waits, reads, asks again until it can read, and
 * goes on by `$success`.
 *
 * @spec RN51, RN52, RN53
 */
export function defineQuestion({ block, read }: QuestionSketch): BlockBehaviour {
  return {
    block,
    enter: (visit) => waitForVisitor({ messages: spokenParam(visit, 'text') }),
    answer: (visit, message) => {
      const field = read(message, visit);
      return field === undefined ? askAgain(visit) : leave('$success', { writes: writeDestination(visit, field) });
    },
  };
}

function askAgain(visit: Visit): Move {
  const complaint = spokenParam(visit, 'errorText');
  return waitForVisitor({ messages: complaint.length > 0 ? complaint : spokenParam(visit, 'text') });
}

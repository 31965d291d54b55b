import type { BotMessage, ExpectedInput, Field, VisitorInput } from '@botwright/core/conversation';
import { costs } from '../budget/costs.ts';
import type { BlockBehaviour, ExecutionContext } from './block-behaviour.ts';
import { writeDestination } from './field-writes.ts';
import { filledParam, spokenParam } from './params.ts';
import { leave, type Transition, waitForVisitor } from './transition.ts';

interface Question {
  /** Name of the definition. */
  readonly block: string;
  /** Reads an answer. `undefined`: not accepted. */
  read(message: VisitorInput, context: ExecutionContext): Field | undefined;
  /** How an answer is written, for a visitor whose answer was not accepted; `undefined` when any text shows it. */
  form?(context: ExecutionContext): string | undefined;
  /** How a page helps to give the answer; absent: it is typed. */
  expects?(context: ExecutionContext): ExpectedInput;
}

/**
 * The behaviour of a block that asks for one typed answer: it asks, waits, reads, asks again until it can read the
 * answer, and leaves through `$success`.
 *
 * @spec RN51, RN52, RN53, RN131, RN8003
 */
export function questionBehaviour({ block, read, form, expects }: Question): BlockBehaviour {
  const waitSaying = (context: ExecutionContext, messages: readonly BotMessage[]): Transition =>
    waitForVisitor({ messages }, {}, expects?.(context));
  return {
    block,
    enter: (context) => waitSaying(context, spokenParam(context, 'text')),
    answer: (context, message) => {
      const field = read(message, context);
      return field === undefined
        ? waitSaying(context, questionAgain(context, form))
        : leave('$success', { writes: writeDestination(context, field) });
    },
  };
}

function questionAgain(context: ExecutionContext, form: Question['form']): readonly BotMessage[] {
  const complaint = spokenParam(context, 'errorText');
  if (complaint.length > 0) return complaint;
  const text = filledParam(context, 'text');
  if (text.trim() === '') return [];
  const shown = form?.(context);
  context.budget.charge(text.length * costs.searchedCharacter);
  const isShown = shown === undefined || text.toLowerCase().includes(shown);
  return [{ type: 'text', body: isShown ? text : `${text} (${shown})` }];
}

/** What the visitor typed, trimmed; `undefined` for media, a location and a blank text. @spec RN54 */
export function typedText(message: VisitorInput): string | undefined {
  if (message.type !== 'text') return undefined;
  const text = message.text.trim();
  return text === '' ? undefined : text;
}

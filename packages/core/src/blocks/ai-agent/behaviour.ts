import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { isJsonList, isJsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { writeAnsweredFields } from '../../runner/behaviour/field-writes.ts';
import { entriesParam, sayText, textParam } from '../../runner/behaviour/params.ts';
import {
  failWith,
  leave,
  type Transition,
  type TransitionParts,
  waitForResult,
  waitForVisitor,
} from '../../runner/behaviour/transition.ts';
import { costs } from '../../runner/budget/costs.ts';
import { cutText } from '../../runner/text/fill-text.ts';

/** @spec RN108, RN109, RN110 */
export const aiAgent: BlockBehaviour = {
  block: 'ai_agent',
  enter: (context) => consult(context, `${context.conversation}/${context.step}/${context.node}`),
  answer: (context, message) => consult(context, textParam(context.memory, 'session'), message),
  resolve: (context, outcome) =>
    outcome.ok
      ? takeAnswer(context, outcome.value)
      : failWith('assistant_failed', `The assistant failed: ${outcome.reason}`),
};

function consult(context: ExecutionContext, session: string, message?: VisitorInput): Transition {
  const exits = entriesParam(context.params, 'outputs', context.budget).map((exit) => ({
    id: textParam(exit, 'id'),
    name: textParam(exit, 'name'),
  }));
  const assistantId = textParam(context.params, 'assistantId');
  const effect = {
    kind: 'ai_agent',
    session,
    ...(assistantId === '' ? {} : { assistantId }),
    exits: exits.filter(({ id }) => id !== ''),
    ...(message === undefined ? {} : { message }),
  } as const;
  return waitForResult(effect, {}, { session });
}

function takeAnswer(context: ExecutionContext, answer: JsonValue | undefined): Transition {
  const writes = writeAnsweredFields(context, answer);
  const parts: TransitionParts = { messages: spokenBy(answer, context), writes };
  const exit = isJsonObject(answer) ? ownMember(answer, 'exit') : undefined;
  if (exit === undefined) return waitForVisitor(parts, context.memory);

  const isExit = entriesParam(context.params, 'outputs', context.budget).some(
    (each) => exit !== '' && ownMember(each, 'id') === exit,
  );
  if (isExit && typeof exit === 'string') return leave(`$${exit}`, parts);
  return failWith('assistant_failed', 'The assistant took an exit that the block does not have.');
}

function spokenBy(
  answer: JsonValue | undefined,
  { limits, budget }: ExecutionContext,
): NonNullable<TransitionParts['messages']> {
  const messages = isJsonObject(answer) ? ownMember(answer, 'messages') : undefined;
  if (!isJsonList(messages)) return [];
  budget.charge(messages.length * costs.message);
  return messages.flatMap((body) =>
    typeof body === 'string' ? sayText(cutText(body, limits.textLength), budget) : [],
  );
}

import { isJsonList, isJsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import { writeAnsweredFields } from '../behaviour/answered-fields.ts';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { failWith, leave, type Move, type MoveParts, waitForResult, waitForVisitor } from '../behaviour/move.ts';
import { entriesParam, textParam } from '../behaviour/param.ts';
import type { VisitorMessage } from '../message/message.ts';
import { cutText } from '../text/cut-text.ts';
import { costs } from '../work/costs.ts';

/** @spec RN108, RN109, RN110 */
export const aiAgent: BlockBehaviour = {
  block: 'ai_agent',
  enter: (visit) => consult(visit, `${visit.conversation}/${visit.turn}/${visit.node}`),
  answer: (visit, message) => consult(visit, textParam(visit.memory, 'session'), message),
  resolve: (visit, outcome) =>
    outcome.ok
      ? takeAnswer(visit, outcome.value)
      : failWith('assistant_failed', `The assistant failed: ${outcome.reason}`),
};

function consult(visit: Visit, session: string, message?: VisitorMessage): Move {
  const exits = entriesParam(visit.params, 'outputs', visit.work).map((exit) => ({
    id: textParam(exit, 'id'),
    name: textParam(exit, 'name'),
  }));
  const assistantId = textParam(visit.params, 'assistantId');
  const effect = {
    kind: 'ai_agent',
    session,
    ...(assistantId === '' ? {} : { assistantId }),
    exits: exits.filter(({ id }) => id !== ''),
    ...(message === undefined ? {} : { message }),
  } as const;
  return waitForResult(effect, {}, { session });
}

function takeAnswer(visit: Visit, answer: JsonValue | undefined): Move {
  const writes = writeAnsweredFields(visit, answer);
  const parts: MoveParts = { messages: spokenBy(answer, visit), writes };
  const exit = isJsonObject(answer) ? ownMember(answer, 'exit') : undefined;
  if (exit === undefined) return waitForVisitor(parts, visit.memory);

  const isExit = entriesParam(visit.params, 'outputs', visit.work).some(
    (each) => exit !== '' && ownMember(each, 'id') === exit,
  );
  if (isExit && typeof exit === 'string') return leave(`$${exit}`, parts);
  return failWith('assistant_failed', 'The assistant took an exit that the block does not have.');
}

function spokenBy(answer: JsonValue | undefined, { limits, work }: Visit): NonNullable<MoveParts['messages']> {
  const messages = isJsonObject(answer) ? ownMember(answer, 'messages') : undefined;
  if (!isJsonList(messages)) return [];
  work.charge(messages.length * costs.message);
  return messages
    .filter((body) => typeof body === 'string' && body.trim() !== '')
    .map((body) => ({ type: 'text', body: cutText(String(body), limits.textLength) }));
}

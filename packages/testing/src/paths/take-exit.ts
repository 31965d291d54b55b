import { type JsonObject, ownMember } from '@botwright/core/conversation';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { expectedSteps } from '../scenario/record-scenario.ts';
import type { ScenarioStep } from '../scenario/scenario.ts';
import { entriesOf } from './invent-reply.ts';

/** The most wrong answers that a question accepts before it is left. */
const mostAttempts = 20;

/**
 * Leaves the question at which a chat waits by one of its `exits`: with wrong answers, by the passing of time, or by
 * the label of the button to skip.
 *
 * @param takesFiles - A picture is an answer to the question.
 * @returns The steps; `undefined` when the output is no such exit, or the chat stays.
 * @spec EX31
 */
export function takeExit(
  chat: SimulatedChat,
  params: JsonObject,
  output: string,
  takesFiles: boolean,
): readonly ScenarioStep[] | undefined {
  const exit = entriesOf(params, 'exits').find(({ id }) => output === `$${String(id)}`);
  if (exit === undefined) return undefined;
  switch (output) {
    case '$timeout': {
      const seconds = ownMember(exit, 'seconds');
      if (typeof seconds !== 'number') return undefined;
      chat.pass({ seconds });
      return [{ pass: { seconds } }];
    }
    case '$skipped': {
      const label = ownMember(exit, 'label');
      if (typeof label !== 'string') return undefined;
      chat.reply(label);
      return [{ visitor: label }];
    }
    case '$invalid':
      return giveWrongAnswers(chat, takesFiles);
    default:
      return undefined;
  }
}

function giveWrongAnswers(chat: SimulatedChat, takesFiles: boolean): readonly ScenarioStep[] | undefined {
  const before = chat.trace.length;
  const steps: ScenarioStep[] = [];
  for (let wrong = 0; wrong < mostAttempts; wrong += 1) {
    if (takesFiles) chat.reply(noFile);
    else chat.send(noText);
    steps.push(takesFiles ? { visitor: noFile } : { send: noText });
    if (chat.trace.slice(before).some(({ kind }) => kind === 'left')) return steps;
    if (chat.position.kind !== 'answer') return undefined;
    steps.push(...expectedSteps(chat.messages));
  }
  return undefined;
}

const noFile = '?';
const noText = { image: 'https://example.com/picture.png' };

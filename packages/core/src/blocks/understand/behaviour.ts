import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { type AcceptedAnswer, questionBehaviour, takeTyped, typedAnswer } from '../../runner/behaviour/question.ts';
import { unlimitedBudget } from '../../runner/budget/step-budget.ts';
import { mostRoutes } from './definition.ts';
import { understandWords } from './understand-words.ts';

/** @spec UN4, UN11 */
export const understand = questionBehaviour({
  block: 'understand',
  read,
  take: (held, context) => {
    const answer = takeTyped(read, held, context);
    return answer?.output === other ? undefined : answer;
  },
  expects: () => ({ kind: 'text' }),
  samples: samplesOf,
});

const other = '$other';

function read(message: VisitorInput, { params, budget }: ExecutionContext): AcceptedAnswer | undefined {
  const answer = typedAnswer(message, budget);
  if (answer === undefined) return undefined;
  return { type: 'string', value: answer.typed, output: understandWords(params, answer.typed, budget) ?? other };
}

/** Of one route, or of all. @spec UN12 */
function phrasesOf(params: JsonObject, output: string | undefined): readonly string[] {
  const routes = ownMember(params, 'routes');
  if (!isJsonList(routes)) return [];
  return routes.slice(0, mostRoutes).flatMap((route) => {
    const phrases = isJsonObject(route) ? ownMember(route, 'phrases') : undefined;
    if (!isJsonObject(route) || !isJsonList(phrases)) return [];
    if (output !== undefined && output !== `$${ownMember(route, 'id')}`) return [];
    return phrases.filter((phrase) => typeof phrase === 'string').slice(0, mostSamples);
  });
}

const mostSamples = 20;
const unlike = ['Something else', '?', '!?'];

function samplesOf(params: JsonObject, output?: string): readonly string[] {
  const leavesBy = (text: string): string => understandWords(params, text, unlimitedBudget) ?? other;
  if (output === other) return unlike.filter((text) => leavesBy(text) === other);
  return phrasesOf(params, output).filter((text) => output === undefined || leavesBy(text) === output);
}

import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { type Field, findField } from '../../domain/field/field.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName, writeDestination } from '../../runner/behaviour/field-writes.ts';
import { type AcceptedAnswer, questionBehaviour, takeTyped, typedAnswer } from '../../runner/behaviour/question.ts';
import { leave, type Transition } from '../../runner/behaviour/transition.ts';
import { unlimitedBudget } from '../../runner/budget/step-budget.ts';
import { askRoute, readRoute } from './ask-route.ts';
import { isByModel, mostRoutes } from './definition.ts';
import { understandWords } from './understand-words.ts';

const other = '$other';

const question = questionBehaviour({
  block: 'understand',
  collect: (context, message) => {
    if (!isByModel(context.params)) return undefined;
    const answer = typedAnswer(message, context.budget);
    if (answer === undefined) return undefined;
    const field: Field = { type: 'string', value: answer.typed };
    return askRoute(context, answer.typed, { writes: writeDestination(context, field) }, {});
  },
  read: readByWords,
  take: (held, context) => {
    const answer = isByModel(context.params) ? undefined : takeTyped(readByWords, held, context);
    return answer?.output === other ? undefined : answer;
  },
  expects: () => ({ kind: 'text' }),
  samples: samplesOf,
});

/** @spec UN4, UN11, UN25 */
export const understand: BlockBehaviour = {
  ...question,
  enter: (context) => askAboutHeld(context) ?? question.enter(context),
  resolve: takeRoute,
};

function readByWords(message: VisitorInput, { params, budget }: ExecutionContext): AcceptedAnswer | undefined {
  const answer = typedAnswer(message, budget);
  if (answer === undefined) return undefined;
  return { type: 'string', value: answer.typed, output: understandWords(params, answer.typed, budget) ?? other };
}

/** Asks the model about the text that the Field of the destination holds. @spec UN25 */
function askAboutHeld(context: ExecutionContext): Transition | undefined {
  const { params, fields, budget } = context;
  if (!isByModel(params) || ownMember(params, 'skipIfSet') !== true) return undefined;
  const name = fieldName(ownMember(params, 'destination'));
  const held = name === undefined ? undefined : findField(fields, name)?.value;
  const answer = typeof held === 'string' ? typedAnswer({ type: 'text', text: held }, budget) : undefined;
  return answer && askRoute(context, answer.typed, {}, { isHeld: true });
}

/** @spec UN23, UN25 */
function takeRoute(context: ExecutionContext, outcome: EffectOutcome): Transition {
  const route = readRoute(context, outcome);
  if (route !== undefined) return leave(route.output, { writes: route.writes ?? [] });
  return ownMember(context.memory, 'isHeld') === true ? question.enter(context) : leave(other);
}

/** @spec UN12 */
function samplesOf(params: JsonObject, output?: string): readonly string[] {
  if (isByModel(params)) return [...phrasesOf(params, output), ...unlike];
  const leavesBy = (text: string): string => understandWords(params, text, unlimitedBudget) ?? other;
  if (output === other) return unlike.filter((text) => leavesBy(text) === other);
  return phrasesOf(params, output).filter((text) => output === undefined || leavesBy(text) === output);
}

const unlike = ['Something else', '?', '!?'];
const mostSamples = 20;

/** Of one route, or of all. */
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

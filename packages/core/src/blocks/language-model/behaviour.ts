import { isMarkdown } from '../../domain/blocks/text-format.ts';
import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import type { LanguageModelRequest, ModelFill } from '../../domain/conversation/language-model-request.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { askModel, readModelAnswer, wordsOfModel } from '../../runner/behaviour/ask-model.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName, writeDestination, writeField } from '../../runner/behaviour/field-writes.ts';
import { lateReferencesIn, withLateReferences } from '../../runner/behaviour/late-references.ts';
import { entriesParam, filledParam, sayWords, textParam } from '../../runner/behaviour/params.ts';
import { leave, type Transition, waitForVisitor } from '../../runner/behaviour/transition.ts';
import { fillText } from '../../runner/text/fill-text.ts';
import { fillTypes, mostFills, mostTools } from './definition.ts';

/** @spec LM3, LM4, LM8 */
export const languageModel: BlockBehaviour = {
  block: 'language_model',
  enter: (context) => ask(context, 1, textParam(context.params, 'input')),
  comeBack: ({ memory }) => waitForVisitor({}, memory, { kind: 'text' }),
  answer: (context) => ask(context, turnOf(context) + 1, againInput(context)),
  resolve: takeAnswer,
  expects: () => ({ kind: 'text' }),
  samples: () => ['Hello', 'Tell me more'],
};

const last = '@{#last}';

/** An input without the visitor's last text was for the first turn. */
function againInput({ params }: ExecutionContext): string {
  const input = textParam(params, 'input');
  return input.includes(last) ? input : last;
}

function ask(context: ExecutionContext, turn: number, input: string): Transition {
  const { params, limits, budget } = context;
  const names = input === last ? (['#last'] as const) : lateReferencesIn(params);
  const { context: filling, late } = withLateReferences(context, names);
  const temperature = ownMember(params, 'temperature');
  const question = {
    model: textParam(params, 'model'),
    instructions: filledParam(context, 'instructions'),
    input: fillText(input, filling.fields, limits.textLength, budget),
    ...(late !== undefined && { late }),
    ...(ownMember(params, 'history') !== 'none' && { history: wholeParam(params, 'historyMessages', [1, 20, 100]) }),
    ...(ownMember(params, 'say') !== false && { isSaid: true as const }),
    ...requestedBy(context),
    maxTokens: wholeParam(params, 'maxTokens', [16, 800, 8_192]),
    ...(typeof temperature === 'number' && { temperature }),
  };
  return askModel(context, question, { turn });
}

/** @spec LM5, LM6, LM7, LM8 */
function takeAnswer(context: ExecutionContext, outcome: EffectOutcome): Transition {
  const { params, budget } = context;
  const answer = readModelAnswer(context, outcome, requestedBy(context));
  if (answer === undefined) return leave('$failed');

  const { text, fields, tool } = answer;
  const words = wordsOfModel(context, text, isMarkdown(params));
  const written = text === '' ? [] : writeDestination(context, { type: 'string', value: words.body });
  const parts = {
    messages: ownMember(params, 'say') === false ? [] : sayWords(words, budget),
    writes: [...written, ...[...fields].flatMap(([name, field]) => writeField(name, field))],
  };
  if (tool !== undefined) {
    const called = toolsOf(context).find((each) => textParam(each, 'name') === tool);
    return leave(`$${textParam(called ?? {}, 'id')}`, parts);
  }
  const turn = turnOf(context);
  if (turn >= wholeParam(params, 'turns', [1, 1, 50])) return leave('$success', parts);
  return waitForVisitor(parts, { turn }, { kind: 'text' });
}

function turnOf({ memory }: ExecutionContext): number {
  const turn = ownMember(memory, 'turn');
  return typeof turn === 'number' ? turn : 1;
}

/** A number that cannot be meant counts as the default. */
function wholeParam(params: JsonObject, name: string, [min, usual, max]: readonly [number, number, number]): number {
  const value = ownMember(params, name);
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : usual;
}

/** The form of the answer. @spec LM4 */
function requestedBy(context: ExecutionContext): Pick<LanguageModelRequest, 'fills' | 'tools'> {
  const tools = toolsOf(context).map((tool) => ({
    name: textParam(tool, 'name'),
    description: textParam(tool, 'description'),
    fills: fillsOf(context, tool),
  }));
  return { fills: fillsOf(context, context.params), tools };
}

function toolsOf({ params, budget }: ExecutionContext): readonly JsonObject[] {
  const tools = entriesParam(params, 'tools', budget).slice(0, mostTools);
  return tools.filter((tool) => textParam(tool, 'id') !== '' && textParam(tool, 'name') !== '');
}

export function fillsOf({ budget }: ExecutionContext, holder: JsonObject): readonly ModelFill[] {
  return entriesParam(holder, 'fills', budget)
    .slice(0, mostFills)
    .flatMap((fill): readonly ModelFill[] => {
      const name = fieldName(ownMember(fill, 'destination'));
      const type = fillTypes.find((each) => each === ownMember(fill, 'type'));
      if (name === undefined || type === undefined) return [];
      return [
        { name, type, description: textParam(fill, 'description'), required: ownMember(fill, 'required') === true },
      ];
    });
}

import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { chain, type SourcePlace, type Step, setField } from '../bot-work.ts';
import { type Choice, exitsOf, offer } from '../choices.ts';
import { isObject, listOf, member, numberOf, pointerTo, textOf } from '../json.ts';
import { excerpt, written } from '../plain-texts.ts';
import { asked, splitQuestion } from '../saying.ts';
import { fill, partSteps, readPrompt } from './activities.ts';
import type { Reading, Scope } from './reading.ts';

/** The question of an input. */
const questions: Readonly<Record<string, string>> = {
  TextInput: 'ask_question',
  NumberInput: 'ask_number',
  DateTimeInput: 'ask_date',
  AttachmentInput: 'ask_file',
  ConfirmInput: 'ask_yes_no',
  ChoiceInput: 'buttons',
};

export const isInput = (kind: string): boolean => Object.hasOwn(questions, kind);

/** Converts an input: its messages, the question, and the checks of the answer. @spec IO6 */
export function convertInput(
  kind: string,
  action: JsonValue,
  element: SourcePlace,
  reading: Reading,
  scope: Scope,
  next: string | undefined,
): string | undefined {
  const { work, say, memory } = reading;
  const { column, dialog } = scope;
  const question = questions[kind] ?? 'ask_question';
  const path = textOf(member(action, 'property'));
  const field = path === '' ? undefined : memory.fieldOf(path, dialog.id);
  const prompt = readPrompt(reading, scope, member(action, 'prompt'), element);
  const { before, text } = splitQuestion(prompt.parts);
  const wrong = ['unrecognizedPrompt', 'invalidPrompt']
    .map((name) => plainOf(reading, scope, member(action, name), element))
    .find((each) => each !== undefined);
  const validations = listOf(member(action, 'validations'));
  const isAlways = member(action, 'alwaysPrompt') === true || validations.length > 0;
  const attempts = numberOf(member(action, 'maxTurnCount'));
  const fallback = defaultOf(action, reading, scope);
  const after = fallback === undefined || field === undefined ? next : setField(work, field, fallback, column, next);
  const invalid = attempts === undefined || attempts < 1 ? undefined : { attempts: Math.min(attempts, 20), to: after };
  const common = { destination: field, errorText: wrong };
  const mayInterrupt = textOf(member(action, 'allowInterruptions'));
  if (/@|#/.test(textOf(member(action, 'value'))) || /@/.test(mayInterrupt)) {
    const message = 'The answer is not picked out of an earlier sentence: the visitor is asked.';
    say(element, ['changed', 'entity-asked', message]);
  }
  const ask: Step = (to) => {
    if (kind === 'ChoiceInput') return askChoice(action, element, { ...common, text, invalid, to }, reading, scope);
    const id = textOf(member(member(action, '$designer'), 'id'));
    const isTyped = question !== 'ask_yes_no';
    const ways = exitsOf(work, question, question === 'ask_question' ? {} : { invalid });
    return work.add(
      question,
      {
        ...asked(text),
        ...common,
        skipIfSet: !isAlways && field !== undefined ? true : undefined,
        exits: ways.exits as JsonValue | undefined,
      },
      [
        ...(isTyped
          ? [['$success', to] as const]
          : [
              ['$yes', answered(true, field, reading, scope, to)] as const,
              ['$no', answered(false, field, reading, scope, to)] as const,
            ]),
        ...ways.leads,
      ],
      column,
      { id },
    );
  };
  const again = work.place();
  const checks = validations.map((validation, at): Step => {
    const place = { path: element.path, pointer: pointerTo(element.pointer, 'validations', at) };
    return (to) => check(textOf(validation), place, field, wrong, again, reading, scope, to);
  });
  const first = chain(work, [...partSteps(reading, scope, before), ask, ...checks], next);
  work.builder.standsFor(again, first);
  const place = chain(work, prompt.steps, again);
  say(element, ['carried', 'carried', 'The input is a question.'], place);
  if (kind !== 'ChoiceInput' && prompt.choices.length > 0) {
    reading.suggestions.push({ choices: prompt.choices, element, place });
  }
  return place;
}

/** The text of a prompt, without marks and cases. */
function plainOf(
  reading: Reading,
  scope: Scope,
  given: JsonValue | undefined,
  element: SourcePlace,
): string | undefined {
  const { parts } = readPrompt(reading, scope, given, element);
  const said = parts.find(({ kind }) => kind === 'text');
  return said?.kind === 'text' ? written(said.params['text']) : undefined;
}

/** A block `ask_yes_no` keeps no boolean: a block behind each way does. */
function answered(
  value: boolean,
  field: string | undefined,
  { work }: Reading,
  { column }: Scope,
  next: string | undefined,
): string | undefined {
  if (field === undefined) return next;
  return setField(work, field, value, column, next);
}

function defaultOf(action: JsonValue, { memory }: Reading, { dialog }: Scope): JsonValue | undefined {
  const given = member(action, 'defaultValue');
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given !== 'string' || !given.startsWith('=')) return given;
  const read = memory.value(given, dialog.id);
  return read.kind === 'value' ? read.value : read.kind === 'text' ? read.text : undefined;
}

/** Checks an answer; a wrong one is asked again. */
function check(
  validation: string,
  element: SourcePlace,
  field: string | undefined,
  errorText: string | undefined,
  again: string,
  { work, memory, say }: Reading,
  scope: Scope,
  next: string | undefined,
): string | undefined {
  const path = field === undefined ? undefined : /this\.value\b/g;
  const marked = path === undefined ? validation : validation.replace(path, 'this.value');
  const own = memory.fieldOf('dialog.this_value', scope.dialog.id);
  const read = memory.condition(marked.replace(/this\.value\b/g, 'dialog.this_value'), scope.dialog.id);
  if (field === undefined || own === undefined || read.kind !== 'formula') {
    say(element, ['lost', 'condition-formula', `The answer is not checked by ${excerpt(validation)}.`]);
    return next;
  }
  const formula = read.expression.replaceAll(JSON.stringify(own), () => JSON.stringify(field));
  const retry =
    errorText === undefined ? again : work.add('send_text', { text: errorText }, [['$success', again]], scope.column);
  const key = work.add(
    'conditions',
    { match: 'all', conditions: [{ formula }] },
    [
      ['true', next],
      ['false', retry],
    ],
    scope.column,
  );
  say(element, ['carried', 'carried', 'The check is a condition.'], key);
  return key;
}

/** @spec IO6 */
function askChoice(
  action: JsonValue,
  element: SourcePlace,
  given: {
    readonly text: JsonObject | undefined;
    readonly destination: string | undefined;
    readonly errorText: string | undefined;
    readonly invalid: { readonly attempts: number; readonly to: string | undefined } | undefined;
    readonly to: string | undefined;
  },
  reading: Reading,
  scope: Scope,
): string | undefined {
  const { work, memory, say } = reading;
  const { text, destination, errorText, invalid, to } = given;
  const choices = member(action, 'choices');
  const id = textOf(member(member(action, '$designer'), 'id'));
  if (typeof choices === 'string') {
    const literal = memory.value(choices, scope.dialog.id);
    const list = memory.fieldOf(choices.trim().replace(/^=|^\$\{|\}$/g, ''), scope.dialog.id);
    if (literal.kind === 'unknown' || list === undefined || !work.at.hasParam('buttons', 'source')) {
      say(element, ['lost', 'choice-limit', `The visitor types the answer, and is not offered ${excerpt(choices)}.`]);
      return work.add('ask_question', { ...asked(text), destination }, [['$success', to]], scope.column, { id });
    }
    return work.add(
      'buttons',
      { ...asked(text), source: 'list', list, destination, errorText },
      [['$item', to]],
      scope.column,
      { id },
    );
  }
  const offered = listOf(choices).map((choice, at): Choice => {
    const value = typeof choice === 'string' ? choice : textOf(member(choice, 'value'));
    return {
      label: fill(reading, scope, value).text,
      words: isObject(choice) ? listOf(choice['synonyms']).map(textOf) : [],
      to,
      element: { path: element.path, pointer: pointerTo(element.pointer, 'choices', at) },
    };
  });
  if (offered.length === 0) {
    say(element, ['carried', 'carried', 'A choice of nothing asks nothing, and is left out.']);
    return to;
  }
  if (textOf(member(action, 'outputFormat')) === 'index') {
    say(element, ['changed', 'setting-dropped', 'The Field gets the label of the choice, not its number.']);
  }
  return offer(work, scope.column, {
    text,
    choices: offered,
    destination,
    errorText,
    exits: { invalid },
    element,
    id,
    isAskedOnce: member(action, 'alwaysPrompt') !== true,
  });
}

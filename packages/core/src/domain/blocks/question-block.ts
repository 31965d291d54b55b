import { type JsonObject, ownMember } from '../json/json-value.ts';
import type { BlockDefinition, BlockProblem } from './block-definition.ts';
import { describeOneShape, param } from './describe-block.ts';
import { checks, stringsCheck } from './list-entries.ts';
import {
  type ExitId,
  exitOutputs,
  exitsCheck,
  exitsParam,
  fieldsAfterExit,
  savesOtherThanText,
} from './question-exits.ts';
import { destinationField, destinationParam, savedAtDestination } from './saved-field.ts';
import { formatParam, textFormatParam } from './text-format.ts';
import { checkVariations, variationsParam } from './variations.ts';

/** These params count only if the question has words. */
const readWhen = { param: 'quiet', values: [false] };

const textParam = param('text', 'string', {
  required: true,
  rules: { nonEmpty: true },
  readWhen,
  description: 'What the visitor is asked. @{name} inserts a Field.',
});

const errorTextParam = param('errorText', 'string', {
  description: 'What the visitor reads when the answer is not accepted.',
});

/** The options of every question. */
const optionParams = [
  { ...variationsParam, readWhen },
  param('errorTexts', 'array', {
    rules: { maxItems: 10 },
    description:
      'List of texts for the first, the second and later answers that are not accepted, read before errorText.',
  }),
  param('quiet', 'boolean', {
    default: false,
    isDefaultWritten: false,
    description: 'Asks without words: what was said before is the question.',
  }),
  param('skipIfSet', 'boolean', {
    default: false,
    isDefaultWritten: false,
    description: 'Asks nothing if the Field of destination holds an answer that would be accepted.',
  }),
];

/** The options of questions whose answers are typed. */
const typingParams = [
  param('placeholder', 'string', {
    isTestable: false,
    rules: { maxLength: 100 },
    description: 'What the empty text field of the web chat shows. @{name} inserts a Field.',
  }),
  param('sendLabel', 'string', {
    isTestable: false,
    rules: { maxLength: 40 },
    description: 'Label of the button of the web chat that sends the answer. @{name} inserts a Field.',
  }),
];

type QuestionSketch = Pick<BlockDefinition, 'name' | 'template' | 'title' | 'description'> &
  Partial<
    Pick<
      BlockDefinition,
      | 'canBeWelcome'
      | 'savesText'
      | 'acceptsAnyText'
      | 'offers'
      | 'phrases'
      | 'choosesByName'
      | 'urls'
      | 'takesFiles'
      | 'isFreeText'
      | 'answers'
      | 'ranges'
      | 'answerForms'
      | 'check'
    > &
      Pick<BlockDefinition['variants'][number], 'params' | 'outputs' | 'outputDerivations'>
  > & {
    /** `false`: the answer is chosen. Default: it is typed. */
    readonly isTyped?: boolean;
    /** The exits that it may have. Default: all that fit it. */
    readonly exits?: readonly ExitId[];
  };

/**
 * Makes the definition of a block that asks, waits for one answer and continues: by default by `$success`.
 *
 * @spec QN1, QN6, QN9, QN15, EX1
 */
export function defineQuestion(sketch: QuestionSketch): BlockDefinition {
  const {
    params = [],
    outputs = ['$success'],
    outputDerivations = [],
    savesText = true,
    check = () => [],
    isTyped = true,
    exits = sketch.offers === undefined ? everyExit : [...everyExit, 'none'],
    ...rest
  } = sketch;
  const format = params.some(({ name }) => name === formatParam.name) ? textFormatParam : formatParam;
  const ofTyping = isTyped ? typingParams : [];
  const offered = sketch.offers === undefined ? [] : [sketch.offers.param];
  const listed = [...new Set([...offered, ...outputDerivations.map(({ param }) => param)])];
  return describeOneShape({
    ...rest,
    savesText: (params) =>
      (typeof savesText === 'function' ? savesText(params) : savesText) && !savesOtherThanText(params),
    group: 'questions',
    waits: true,
    mayGoOnAtOnce: skipsIfSet,
    isQuiet: (params) => ownMember(params, 'quiet') === true,
    params: [
      textParam,
      destinationParam,
      errorTextParam,
      format,
      ...params,
      ...optionParams,
      exitsParam(exits),
      ...ofTyping,
    ],
    texts: ['text', 'variations', 'errorText', 'errorTexts'],
    outputs,
    outputDerivations: [...outputDerivations, exitOutputs],
    setsFields: destinationField,
    fieldsAfter: fieldsAfterExit,
    savesFields: savedAtDestination,
    check: checks(check, checkSkipping, checkVariations, stringsCheck('errorTexts'), exitsCheck(exits, listed)),
  });
}

const everyExit: readonly ExitId[] = ['invalid', 'timeout', 'skipped'];

function skipsIfSet(params: JsonObject): boolean {
  return ownMember(params, 'skipIfSet') === true;
}

/** @spec QN15 */
function checkSkipping(params: JsonObject): readonly BlockProblem[] {
  if (!skipsIfSet(params) || destinationField(params).length > 0) return [];
  const message = '"skipIfSet" needs "destination", which is missing.';
  return [{ code: 'param_required', message, param: 'destination' }];
}

import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { BotMessage, VisitorInput, Words } from '../../domain/conversation/messages.ts';
import { isJsonList, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { extensionsOf, isAcceptedFile, typeOfUrl } from '../../domain/message/file-type.ts';
import type { ExecutionContext, SampleAnswer } from '../../runner/behaviour/block-behaviour.ts';
import { type Choice, choiceDialog, findChoice } from '../../runner/behaviour/choice-dialog.ts';
import { sayWithSkip, skipButton } from '../../runner/behaviour/exits.ts';
import { writeDestination } from '../../runner/behaviour/field-writes.ts';
import { filledParam, textParam, wordsParam } from '../../runner/behaviour/params.ts';
import { questionBehaviour, type TypedAnswer, typedAnswer } from '../../runner/behaviour/question.ts';
import { leave, type Transition, waitForVisitor } from '../../runner/behaviour/transition.ts';
import { costs } from '../../runner/budget/costs.ts';
import type { StepBudget } from '../../runner/budget/step-budget.ts';
import { isBlank } from '../../runner/text/is-blank.ts';
import { readWebAddress } from '../../runner/text/read-web-address.ts';
import { defaultDoneLabel, isFileKind, mostKinds } from './definition.ts';

/** Files of one question: with the last one the visitor is done. */
const mostFiles = 20;

/**
 * Files that were sent, or the addresses of files that the visitor typed.
 *
 * @spec RN64, RN148, FS2, FS3, FS4, FS5, FS6
 */
export const askFile = questionBehaviour({
  block: 'ask_file',
  samples: (params) => (takesSeveral(params) ? [sampleOf(params), doneLabelOf(params)] : [sampleOf(params)]),
  read: (message, context) => {
    const value = addressOf(message, context);
    return value === undefined ? undefined : { type: 'string', value };
  },
  pose: (words, context, skip) =>
    canBeDone(context) ? offer(context, words, skip) : sayWithSkip(words, context, skip),
  numbered: (context) => (canBeDone(context) ? 1 : Number.NaN),
  collect: (context, message) => (takesSeveral(context.params) ? collectFile(context, message) : undefined),
  expects,
  isExpectedStored: true,
});

function expects(context: ExecutionContext): ExpectedInput {
  const { params, budget } = context;
  const accept = acceptOf(params, budget);
  const max = ownMember(params, 'maxBytes');
  return {
    kind: 'file',
    ...(accept.length > 0 && { accept }),
    ...(Number.isSafeInteger(max) && { max: max as number }),
    ...(takesSeveral(params) && { choices: [doneOf(context)] }),
  };
}

/** Adds a file to the files of the question, or ends the question. @returns `undefined` for anything else. */
function collectFile(context: ExecutionContext, message: VisitorInput): Transition | undefined {
  const before = collectedOf(context);
  const done = doneOf(context);
  if (before.length > 0 && findChoice([done], message, context.budget) !== undefined) return leaveWith(context, before);
  const address = addressOf(message, context);
  if (address === undefined) return undefined;
  const files = [...before, address];
  if (files.length >= mostFiles) return leaveWith(context, files);
  // The page of the web chat has the button.
  const skip = skipButton(context);
  const messages =
    context.channelFamily === 'native' ? [] : offer(context, wordsParam(context, 'text'), skip && [skip]);
  return waitForVisitor({ messages }, { ...context.memory, files }, expects(context));
}

function offer(context: ExecutionContext, words: Words, skip: readonly Choice[] = []): readonly BotMessage[] {
  return [choiceDialog(words, [doneOf(context), ...skip])];
}

/** Whether a button ends the question, because it has files. The page of the web chat has that button. */
function canBeDone(context: ExecutionContext): boolean {
  return takesSeveral(context.params) && context.channelFamily !== 'native' && collectedOf(context).length > 0;
}

function leaveWith(context: ExecutionContext, files: readonly JsonValue[]): Transition {
  return leave('$success', { writes: writeDestination(context, { type: 'array', value: files }) });
}

function collectedOf({ memory, budget }: ExecutionContext): readonly JsonValue[] {
  const files = ownMember(memory, 'files');
  if (!isJsonList(files)) return [];
  budget.charge(files.length * costs.element);
  return files;
}

/** The address of a file of an accepted kind. */
function addressOf(message: VisitorInput, { params, budget }: ExecutionContext): string | undefined {
  const isSent = 'url' in message;
  const address = isSent ? message.url : typedAddress(typedAnswer(message, budget));
  if (address === undefined) return undefined;
  const accept = acceptOf(params, budget);
  if (accept.length === 0) return address;
  budget.charge(address.length * costs.searchedCharacter);
  const known = { sentAs: isSent ? message.type : undefined, type: typeOfUrl(address) };
  return isAcceptedFile(accept, known) ? address : undefined;
}

/** With its scheme: a single word with a dot in it is more often a name of a file than the address of one. */
function typedAddress(answer: TypedAnswer | undefined): string | undefined {
  return answer !== undefined && /^https?:/i.test(answer.seen) ? readWebAddress(answer) : undefined;
}

function takesSeveral(params: JsonObject): boolean {
  return ownMember(params, 'several') === true;
}

function acceptOf(params: JsonObject, budget: StepBudget): readonly string[] {
  const list = ownMember(params, 'accept');
  if (!isJsonList(list)) return [];
  const kinds = list.slice(0, mostKinds);
  budget.charge(kinds.length * costs.entry);
  return kinds.filter(isFileKind);
}

function doneOf(context: ExecutionContext): Choice {
  const label = filledParam(context, 'doneLabel');
  return { payload: 'done', label: isBlank(label, context.budget) ? defaultDoneLabel : label };
}

function doneLabelOf(params: JsonObject): string {
  return textParam(params, 'doneLabel') || defaultDoneLabel;
}

/** The address of a file of the first accepted kind. */
function sampleOf(params: JsonObject): SampleAnswer {
  const list = ownMember(params, 'accept');
  const [kind = 'image'] = isJsonList(list) ? list.slice(0, mostKinds).filter(isFileKind) : [];
  if (kind === 'image') return { image: 'https://example.com/picture.png' };
  const extension = sampleExtensions[kind] ?? extensionsOf(kind)[0];
  return `https://example.com/file${extension === undefined ? '' : `.${extension}`}`;
}

const sampleExtensions: Readonly<Record<string, string>> = { video: 'mp4', audio: 'mp3', document: 'pdf' };

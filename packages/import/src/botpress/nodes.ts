import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { type Column, chain, type Step } from '../bot-work.ts';
import { exitsOf, offer } from '../choices.ts';
import type { Finding } from '../finished-bot.ts';
import { member, textOf } from '../json.ts';
import { excerpt } from '../plain-texts.ts';
import { asked, sayPart, splitQuestion } from '../saying.ts';
import { type Route, understand } from '../understanding.ts';
import { convertInstruction, isSaying, readInstruction, readSaying } from './actions.ts';
import { columnOf, type Reading, reportContent } from './reading.ts';
import type { Instruction, SourceNode, Transition } from './source.ts';
import { choose, intentOf, noIntent } from './transitions.ts';
import { lastIntent, lastText } from './variables.ts';

/** Converts a node outside skills: its messages and actions, its wait for the visitor, and its transitions. */
export function convertNode(node: SourceNode, reading: Reading): string | undefined {
  const { work, say } = reading;
  const column = columnOf(node);
  const waits = node.onReceive !== undefined || isAskingFirst(node, reading);
  const last = node.onEnter.at(-1);
  const question = waits && last !== undefined && isSaying(last) ? last : undefined;
  const enter = (question === undefined ? node.onEnter : node.onEnter.slice(0, -1)).map(
    (instruction): Step =>
      (next) =>
        convertInstruction(instruction, column, reading, next),
  );
  const place = chain(
    work,
    waits ? [...enter, (next) => ask(node, question, column, reading, next)] : enter,
    waits ? undefined : choose(reading, node, column),
  );
  say(node.element, ['carried', 'carried', 'The node is its blocks.'], place);
  return place;
}

/** A first node that asks for an intent waits for a sentence: a conversation of the source begins with one. */
function isAskingFirst(node: SourceNode, { source, work }: Reading): boolean {
  const [main] = source.flows;
  const isStart = main !== undefined && node.flow === main.name && node.name === main.start;
  return isStart && work.at.has('understand') && node.next.some((each) => intentOf(each) !== undefined);
}

/** The variable that the first instruction sets to the text of the visitor. */
function savedText(instruction: Instruction | undefined): string | undefined {
  if (instruction === undefined) return undefined;
  const { name, args } = readInstruction(instruction);
  const isText = /^\{\{\{?\s*event\.(?:payload\.(?:text|payload)|preview|text)\s*\}?\}\}$/.test(
    textOf(member(args, 'value')).trim(),
  );
  const variable = textOf(member(args, 'name'));
  if (name !== 'builtin/setVariable' || !isText || variable === '') return undefined;
  return `${textOf(member(args, 'type')) || 'user'}.${variable}`;
}

/** Waits for an answer, runs the actions of the node, and chooses. */
function ask(
  node: SourceNode,
  question: Instruction | undefined,
  column: Column,
  reading: Reading,
  _next: string | undefined,
): string | undefined {
  const { work, say, variables } = reading;
  const received = node.onReceive ?? [];
  const saved = savedText(received[0]);
  const destination = variables.fieldOf(saved ?? lastText);
  const rest = saved === undefined ? received : received.slice(1);
  const said = question === undefined ? undefined : readSaying(question, reading);
  const { before, text } = splitQuestion(said?.content.parts ?? []);
  const actions = rest.map(
    (instruction): Step =>
      (next) =>
        convertInstruction(instruction, column, reading, next),
  );
  const tested = node.next.filter((each) => intentOf(each) !== undefined);
  const understands = work.at.has('understand') && (tested.length > 0 || reading.keepsIntent);
  const askIt: Step = () => {
    if (understands) return askForIntent(node, { text, destination, column, actions, tested }, reading);
    const after = chain(work, actions, choose(reading, node, column));
    const choices = said?.content.choices ?? [];
    if (choices.length > 0) return offerChoices(node, { text, destination, column, choices, after }, reading);
    const ways = exitsOf(work, 'ask_question', { timeout: reading.silence(node) });
    const params = { ...asked(text), destination, exits: ways.exits as JsonValue | undefined };
    return work.add('ask_question', params, [['$success', after], ...ways.leads], column, { id: node.id });
  };
  const steps = before.map(
    (part): Step =>
      (to) =>
        sayPart(work, part, column, to),
  );
  const place = chain(work, [...steps, askIt], undefined);
  if (question !== undefined && said !== undefined) {
    if (said.isKnown) {
      say(question.element, ['carried', 'carried', 'The content is said.'], place);
      reportContent(reading, question.element, said.content, said.type);
    } else {
      say(
        question.element,
        ['lost', 'wording-dropped', `The content ${excerpt(said.type)} is not among the files.`],
        place,
      );
    }
    if (understands && said.content.choices.length > 0) {
      const message = 'The buttons are not shown: the visitor types what they say.';
      say(question.element, ['lost', 'choice-limit', message], place);
    }
  }
  if (saved !== undefined && received[0] !== undefined) {
    say(received[0].element, ['carried', 'carried', 'The answer is a Field.'], place);
  }
  return place;
}

interface Asking {
  readonly text: JsonObject | undefined;
  readonly destination: string;
  readonly column: Column;
}

/** Buttons that a content shows: their values come as if they were typed. */
function offerChoices(
  node: SourceNode,
  given: Asking & {
    readonly choices: readonly { readonly label: string; readonly value: string }[];
    readonly after: string | undefined;
  },
  reading: Reading,
): string {
  const { text, destination, column, choices, after } = given;
  const key = offer(reading.work, column, {
    text,
    choices: choices.map(({ label, value }) => ({ label, value, to: after, element: node.element })),
    destination,
    exits: { invalid: { attempts: 1, to: after }, timeout: reading.silence(node) },
    element: node.element,
    id: node.id,
  });
  if (!reading.work.at.hasParam('buttons', 'exits')) {
    const message = 'The visitor chooses one of the buttons, and cannot type another answer.';
    reading.say(node.element, ['changed', 'choice-limit', message], key);
  }
  return key;
}

/** @spec IB8 */
function askForIntent(
  node: SourceNode,
  given: Asking & { readonly actions: readonly Step[]; readonly tested: readonly Transition[] },
  reading: Reading,
): string {
  const { work, resolve, say, variables, intents, keepsIntent, source } = reading;
  const { text, destination, column, actions, tested } = given;
  const firstOther = node.next.findIndex((each) => intentOf(each) === undefined);
  const lastTested = node.next.findLastIndex((each) => intentOf(each) !== undefined);
  const isDirect = !keepsIntent && actions.length === 0 && (firstOther === -1 || firstOther > lastTested);
  const phrasesOf = (name: string): readonly string[] => intents.get(name) ?? [];
  const ways = exitsOf(work, 'understand', { timeout: reading.silence(node) });
  let routes: readonly Route[];
  let otherwise: string | undefined;
  if (isDirect) {
    const ofNone = tested.find((each) => intentOf(each) === noIntent);
    otherwise = choose(reading, node, column, (each) => intentOf(each) !== undefined);
    routes = tested.flatMap((transition): readonly Route[] => {
      const name = intentOf(transition) ?? '';
      const to = resolve(transition.target, node, transition.element);
      say(transition.element, ['carried', 'carried', 'The transition is a route.'], to);
      if (transition === ofNone) otherwise = to;
      return name === noIntent ? [] : [{ name, phrases: phrasesOf(name), to }];
    });
  } else {
    const after = chain(work, actions, choose(reading, node, column));
    const field = variables.fieldOf(lastIntent);
    const names = [...new Set(keepsIntent ? intents.keys() : tested.map((each) => intentOf(each) ?? ''))].filter(
      (name) => phrasesOf(name).length > 0,
    );
    routes = names.map((name): Route => {
      const key = work.add('set_a_field', { field, action: 'SET', value: name }, [['success', after]], column);
      return { name, phrases: phrasesOf(name), to: key };
    });
    otherwise = work.add('set_a_field', { field, action: 'UNSET' }, [['success', after]], column);
  }
  const empty = new Set(source.intents.map(({ json }) => textOf(member(json, 'name'))));
  for (const transition of tested) {
    const name = intentOf(transition) ?? '';
    if (phrasesOf(name).length > 0 || name === noIntent) continue;
    const message = `The intent ${excerpt(name)} has no phrases, and is never found`;
    const finding: Finding = empty.has(name)
      ? ['carried', 'carried', `${message}, in the source neither.`]
      : ['lost', 'intent-by-phrases', `${message}.`];
    say(transition.element, finding);
  }
  const usable = routes.filter(({ phrases }) => phrases.length > 0);
  const key =
    usable.length === 0
      ? work.add('ask_question', { ...asked(text), destination }, [['$success', otherwise]], column, { id: node.id })
      : understand(work, column, {
          language: reading.source.language,
          text,
          routes: usable,
          destination,
          otherwise,
          id: node.id,
          exits: ways.exits as JsonValue | undefined,
          leads: ways.leads,
        });
  if (usable.length > 0) {
    const message = 'The sentence is understood by the words of phrases, not by a trained model.';
    say(node.element, ['changed', 'intent-by-phrases', message], key);
  }
  return key;
}

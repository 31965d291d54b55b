import type { JsonValue } from '@botwright/core/diagram';
import { type BotWork, type Column, chain, type SourcePlace, type Step, startWork } from '../bot-work.ts';
import { entryIds } from '../choices.ts';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import type { BotHead, Finding } from '../finished-bot.ts';
import type { ImportOptions } from '../importer.ts';
import { isObject, listOf, member, pointerTo, textOf } from '../json.ts';
import { excerpt } from '../plain-texts.ts';
import { cleanPhrases, foldWords, type Route, understand } from '../understanding.ts';
import { actionsBelow, convertActions, labelOf } from './actions.ts';
import { lastText, readMemory } from './expressions.ts';
import type { Reading, Scope } from './reading.ts';
import type { ComposerSource, Dialog } from './source.ts';

interface Trigger {
  readonly json: JsonValue;
  readonly kind: string;
  readonly element: SourcePlace;
}

/** Templates that are replaced in all texts of a bot. */
const mostTemplates = 200_000;

/** Between the columns of triggers. */
const columnRoom = 420;

/** Converts one bot. */
export function readBot(
  source: ComposerSource,
  bot: BotHead,
  at: BlocksAtHand,
  options: ImportOptions,
): ReturnType<BotWork['finish']> {
  const work = startWork(bot, at, options, source.paths);
  const { fieldName = (name: string) => name } = options;
  const begins = new Map(source.dialogs.map(({ id }) => [id.toLowerCase(), work.place()] as const));
  const listening = work.place();
  const reported = new Set<string>();
  const elements = new Set<string>();
  let computed = 0;
  const reading: Reading = {
    work,
    source,
    memory: readMemory(textsOf(source), fieldName, at.has('switch')),
    begin: (dialog) => begins.get(dialog.toLowerCase()),
    listening,
    say: (element, finding, target) => {
      const [outcome, , message] = finding;
      const id = JSON.stringify([element.path, element.pointer, outcome, outcome === 'carried' ? '' : message]);
      if (reported.has(id)) return;
      reported.add(id);
      elements.add(`${element.path}#${element.pointer}`);
      work.report(element, finding, target);
    },
    suggestions: [],
    isReported: ({ path, pointer }) => elements.has(`${path}#${pointer}`),
    budget: { templates: mostTemplates },
    computed: () => {
      computed += 1;
      return `computed_${computed}`;
    },
  };
  let left = 0;
  const nextColumn = (title: string): Column => {
    left += columnRoom;
    return { left, top: 0, title };
  };
  const interruptions: Route[] = [];
  let start: string | undefined;
  for (const dialog of source.dialogs) {
    const isMain = dialog === source.main;
    const converted = convertDialog(dialog, isMain, reading, nextColumn);
    work.builder.standsFor(begins.get(dialog.id.toLowerCase()) as string, converted.begin);
    if (isMain) start = converted.start;
    interruptions.push(...converted.interruptions);
  }
  addInterruptions(reading, interruptions, nextColumn('Interruptions'));
  reportRest(reading);
  return work.finish(start, { path: source.main.path, pointer: '' });
}

function textsOf({ dialogs, allTemplates }: ComposerSource): readonly string[] {
  return [
    ...dialogs.map(({ json }) => JSON.stringify(json)),
    ...[...allTemplates.values()].map((each) => JSON.stringify(each.body)),
  ];
}

interface Converted {
  /** The place where a call of the dialog begins. */
  readonly begin: string | undefined;
  /** The place where a conversation begins, if it is the main dialog. */
  readonly start: string | undefined;
  /** The triggers for sentences that may come at any time. */
  readonly interruptions: readonly Route[];
}

const greetings: ReadonlySet<string> = new Set(['OnConversationUpdateActivity', 'OnMembersAdded']);

/** Converts the triggers of a dialog. @spec IO2 */
function convertDialog(
  dialog: Dialog,
  isMain: boolean,
  reading: Reading,
  nextColumn: (title: string) => Column,
): Converted {
  const { work, say } = reading;
  const triggers = listOf(member(dialog.json, 'triggers')).map((json, at): Trigger => {
    const name = textOf(member(member(json, '$designer'), 'name'));
    const element = { path: dialog.path, pointer: pointerTo('/triggers', at), title: name };
    return { json, kind: textOf(member(json, '$kind')).replace(/^Microsoft\./, ''), element };
  });
  const labels = labelsOf(dialog, work);
  const column = nextColumn(dialog.id);
  const back = isMain ? undefined : work.add('go_back', {}, [], { left: column.left, top: column.top - 200 });
  const own = work.place();
  const isMenu = triggers.some(
    ({ kind }) => kind === 'OnIntent' || kind === 'OnUnknownIntent' || kind === 'OnQnAMatch',
  );
  const waits = isMain || (isMenu && member(dialog.json, 'autoEndDialog') === false);
  const listens = isMain ? reading.listening : own;
  const end = waits ? listens : back;
  const convert = ({ json, kind, element }: Trigger, title: string, to: string | undefined): string | undefined => {
    const scope: Scope = { dialog, column: title === '' ? column : nextColumn(title), end: to, labels };
    const inner = { path: element.path, pointer: pointerTo(element.pointer, 'actions') };
    const place = convertActions(member(json, 'actions'), inner, reading, scope, to);
    say(element, ['carried', 'carried', `The trigger ${excerpt(kind)} is its actions.`], place);
    return place;
  };
  const begun = triggers.filter(({ kind }) => kind === 'OnBeginDialog');
  const begin = chain(
    work,
    begun.map(
      (trigger): Step =>
        (to) =>
          convert(trigger, '', to),
    ),
    end,
  );
  const greeting = isMain
    ? chain(
        work,
        triggers
          .filter(({ kind }) => greetings.has(kind))
          .map(
            (trigger): Step =>
              (to) =>
                convert(trigger, 'Greeting', to),
          ),
        begin,
      )
    : undefined;
  const routes = routesOf(dialog, triggers, reading, convert);
  const others = triggers.filter(({ kind }) => kind === 'OnUnknownIntent');
  const [unknown, ...more] = others;
  const answer = unknown === undefined ? undefined : convert(unknown, 'Unknown', waits ? listens : back);
  for (const trigger of [...more, ...triggers.filter(({ kind }) => !isKnownTrigger(kind, isMain))]) {
    const isOfErrors = trigger.kind === 'OnError';
    const message = isOfErrors
      ? 'The trigger of errors is left out: when something fails, the conversation goes on.'
      : `Nothing leads to the trigger ${excerpt(trigger.kind)} here.`;
    const finding: Finding = isOfErrors ? ['changed', 'setting-dropped', message] : ['lost', 'edge-dangling', message];
    say(trigger.element, finding);
    for (const place of actionsBelow(trigger.json, trigger.element)) {
      say(place, ['carried', 'carried', 'It is in a trigger that is left out.']);
    }
  }
  if (waits) work.builder.standsFor(listens, listen(reading, column, routes, answer));
  return { begin, start: greeting, interruptions: routes };
}

const isKnownTrigger = (kind: string, isMain: boolean): boolean =>
  ['OnBeginDialog', 'OnIntent', 'OnUnknownIntent', 'OnQnAMatch'].includes(kind) || (isMain && greetings.has(kind));

/** The places of actions that others may go to. */
function labelsOf(dialog: Dialog, work: BotWork): ReadonlyMap<string, string> {
  const wanted = new Set(
    JSON.stringify(dialog.json)
      .match(/"actionId":"[^"]*"/g)
      ?.map((each) => each.slice(12, -1)),
  );
  const labels = new Map<string, string>();
  const open: JsonValue[] = [dialog.json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...listOf(value));
    else if (isObject(value)) {
      const label = labelOf(value);
      if (label !== undefined && wanted.has(label) && !labels.has(label)) labels.set(label, work.place());
      open.push(...Object.values(value));
    }
  }
  return labels;
}

/** The senses of sentences that triggers wait for. Their actions come back to where they were called. */
function routesOf(
  dialog: Dialog,
  triggers: readonly Trigger[],
  reading: Reading,
  convert: (trigger: Trigger, title: string, to: string | undefined) => string | undefined,
): readonly Route[] {
  const { work, source, say } = reading;
  const phrases = source.phrases.get(dialog.id.toLowerCase()) ?? new Map<string, readonly string[]>();
  const patterns = patternsOf(member(dialog.json, 'recognizer'));
  const routes: Route[] = [];
  let returns: string | undefined;
  const back = (column: Column): string => {
    returns ??= work.add('go_back', {}, [], column);
    return returns;
  };
  for (const trigger of triggers) {
    const { kind, json, element } = trigger;
    if (kind === 'OnQnAMatch') {
      const found = source.questions.get(dialog.id.toLowerCase()) ?? [];
      const column: Column = { left: -columnRoom, top: 0, title: 'Answers' };
      for (const { questions, answer, path, at } of found) {
        const place = { path, pointer: pointerTo('', at) };
        if (questions.length === 0 || answer === '') {
          say(place, ['carried', 'carried', 'A question without an answer is left out.']);
          continue;
        }
        const to = work.add('send_text', { text: answer }, [['$success', back(column)]], column);
        routes.push({ name: questions[0] ?? 'question', phrases: questions, to });
        say(place, ['changed', 'intent-by-phrases', 'The question is found by its words, not by a trained model.'], to);
      }
      for (const each of [element, ...actionsBelow(json, element)]) {
        say(each, ['carried', 'carried', 'The answers of the questions take its place.']);
      }
      continue;
    }
    if (kind !== 'OnIntent') continue;
    const name = textOf(member(json, 'intent'));
    const words = cleanPhrases([...(phrases.get(name) ?? []), ...(patterns.get(name) ?? [])]);
    const to = convert(trigger, name || 'Intent', back({ left: 0, top: -400 }));
    if (words.length === 0) {
      say(element, ['lost', 'intent-by-phrases', `The intent ${excerpt(name)} has no phrases, and is never found.`]);
      continue;
    }
    say(
      element,
      ['changed', 'intent-by-phrases', 'The intent is found by the words of its phrases, not by a trained model.'],
      to,
    );
    routes.push({ name: name || 'intent', phrases: words, to });
  }
  return routes;
}

/** Words of a recognizer with patterns: alternatives without signs. */
function patternsOf(recognizer: JsonValue | undefined): ReadonlyMap<string, readonly string[]> {
  return new Map(
    listOf(member(recognizer, 'intents')).map((each) => {
      const pattern = textOf(member(each, 'pattern')).replace(/^\(\?i\)/, '');
      const words = pattern
        .replace(/^\((?:\?:)?([^()]*)\)$/, '$1')
        .split('|')
        .map((word) => word.replace(/\\b|[\^$]|\(\?<\w+>\.[*+]\)/g, '').trim());
      return [textOf(member(each, 'intent')), words.filter((word) => /^[^\\()[\]{}*+?.]+$/.test(word))] as const;
    }),
  );
}

/** Waits for a sentence, calls the trigger that fits, and waits again. */
function listen(
  { work, memory, source }: Reading,
  column: Column,
  routes: readonly Route[],
  answer: string | undefined,
): string | undefined {
  if (routes.length === 0 && answer === undefined) return undefined;
  const listens = work.place();
  const { number, name } = work.bot;
  const destination = memory.fieldOf(lastText, source.main.id);
  const call = (to: string | undefined): string | undefined => {
    if (to === undefined) return undefined;
    const params = { bot: number, bot_number: number, bot_channel_family: work.family, bot_name: name, mode: 'call' };
    return work.add('bot_link', params, [['$success', listens]], column, { node: to });
  };
  const key =
    routes.length > 0 && work.at.has('understand')
      ? understand(work, column, {
          language: source.language.slice(0, 2),
          text: undefined,
          routes: routes.map((route) => ({ ...route, to: call(route.to) })),
          destination,
          otherwise: answer ?? listens,
        })
      : work.add('ask_question', { text: '…', quiet: true, destination }, [['$success', answer ?? listens]], column);
  work.builder.standsFor(listens, key);
  return key;
}

/** Of a block `keywords`, and of a bot. */
const mostWords = 50;
const mostBlocks = 10;
const mostTexts = 20;
/** Code points. */
const longestText = 100;

/** Sentences that call a trigger while something else is asked; suggested ones are shown. @spec IO8 */
function addInterruptions(reading: Reading, routes: readonly Route[], column: Column): void {
  const { work, suggestions, say } = reading;
  const isPossible = work.at.has('keywords') && work.at.has('go_back');
  const wanted = new Set(suggestions.flatMap(({ choices }) => choices.map(foldWords)));
  const taken = new Set<string>();
  const shown = new Set<string>();
  const entries = (isPossible ? routes : []).flatMap((route) => {
    const texts = route.phrases.filter((phrase) => {
      const isUsable = foldWords(phrase) !== '' && !taken.has(foldWords(phrase)) && [...phrase].length <= longestText;
      if (!isUsable) return false;
      taken.add(foldWords(phrase));
      return true;
    });
    if (texts.length === 0 || route.to === undefined) return [];
    // The first text of an entry is the one that is shown.
    const first = texts.find((text) => wanted.has(foldWords(text)));
    if (first !== undefined) shown.add(foldWords(first));
    const ordered = first === undefined ? texts : [first, ...texts.filter((text) => text !== first)];
    return [{ ...route, isShown: first !== undefined, texts: ordered.slice(0, mostTexts) }];
  });
  for (let at = 0; at < Math.min(entries.length, mostWords * mostBlocks); at += mostWords) {
    const page = entries.slice(at, at + mostWords);
    const ids = entryIds(page.map(({ name }) => name));
    const words = page.map(({ texts, isShown }, nth) => ({
      id: ids[nth] as string,
      texts,
      ...(isShown ? { shown: true } : {}),
    }));
    if (!work.at.accepts('keywords', { words })) continue;
    const leads = page.map(({ to }, nth) => [`$${ids[nth]}`, to] as const);
    work.add('keywords', { words, afterwards: 'come_back' }, leads, column);
  }
  for (const { choices, element, place } of suggestions) {
    const areShown = choices.every((choice) => shown.has(foldWords(choice)));
    const names = excerpt(choices.join(', '));
    const finding: Finding = areShown
      ? ['changed', 'choice-limit', `The suggested answers ${names} are always shown, not only then.`]
      : ['lost', 'choice-limit', `The suggested answers ${names} are not shown: the visitor types them.`];
    say(element, finding, place);
  }
}

function reportRest({ source, say, work }: Reading): void {
  for (const dialog of source.dialogs) {
    say({ path: dialog.path, pointer: '' }, [
      'carried',
      'carried',
      `The dialog ${excerpt(dialog.id)} is its triggers.`,
    ]);
  }
  const { main, otherLanguages } = source;
  if (otherLanguages.length > 0) {
    const message = `The bot does not speak ${otherLanguages.join(', ')}.`;
    say({ path: main.path, pointer: '' }, ['lost', 'language-dropped', message]);
  }
  if (!work.at.has('understand') && [...source.phrases.values()].some(({ size }) => size > 0)) {
    say({ path: main.path, pointer: '' }, ['lost', 'intent-by-phrases', 'The bot does not understand sentences.']);
  }
}

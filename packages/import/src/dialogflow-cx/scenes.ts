import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { branch } from '../drafting/branch.ts';
import { Chain } from '../drafting/draft.ts';
import { exitOfSilence, type Heard, listen, phrasesOf, type Silence } from '../drafting/listen.ts';
import { listOf, member, memberAt, textOf } from '../json.ts';
import { excerpt, withoutAbsent } from '../plain-texts.ts';
import { below, type SourceAt } from '../source-order.ts';
import type { CxIntent } from './agent.ts';
import { findEntity, valuesOf } from './entities.ts';
import { fulfil } from './fulfilments.ts';
import { chipsIn } from './rich-content.ts';
import {
  flowPlace,
  follow,
  heardPlace,
  loopPlace,
  pagePlace,
  type Route,
  routeOf,
  type Scene,
  startOf,
  waitPlace,
} from './routes.ts';
import { allSet, readCondition, type Work } from './work.ts';
import {
  answerWrong,
  askWithSilence,
  errorWords,
  resetWrong,
  type WrongAnswers,
  wrongAnswers,
} from './wrong-answers.ts';

/** The questions that check their answer, by the entity types of the system. */
const typedQuestions: Readonly<Record<string, readonly [block: string, params?: JsonObject]>> = {
  'sys.number': ['ask_number'],
  'sys.number-integer': ['ask_number'],
  'sys.email': ['ask_email'],
  'sys.phone-number': ['ask_phone'],
  'sys.url': ['ask_url'],
  'sys.time': ['ask_time'],
  'sys.date': [
    'ask_date',
    {
      format: [
        ...['%Y-%m-%d', '%m/%d/%Y', '%m/%d/%y', '%d.%m.%Y'],
        ...['%B %d, %Y', '%b %d, %Y', '%B %d %Y', '%b %d %Y', '%d %B %Y', '%d %b %Y'],
        ...['%B %d', '%b %d', '%d %B', '%d %b'],
      ],
      showDatePicker: true,
      pickerFormat: 'MM/dd/yyyy',
    },
  ],
};

/** A parameter of a form that is asked. */
interface Asked {
  readonly json: JsonValue;
  readonly at: SourceAt;
  readonly name: string;
  readonly field: string;
  readonly place: string;
}

/** The work on one page, or on the start page of a flow. */
interface Staging {
  readonly work: Work;
  readonly scene: Scene;
  readonly intents: ReadonlyMap<string, readonly Route[]>;
  readonly asked: readonly Asked[];
  readonly formPlace: string;
  readonly waitPlace: string;
  readonly onWebhookError: string | undefined;
}

/** Adds all of a page. @spec IC2, IC9, IC10 */
export function addScene(work: Work, scene: Scene): void {
  const { draft } = work;
  const staging = stage(work, scene);
  const { asked, formPlace, onWebhookError } = staging;
  const around = { onWebhookError };
  const wrong = wrongAnswers(scene.handlers);
  const entry = new Chain(
    draft,
    scene.column,
    scene.page === undefined ? flowPlace(scene.flow.name) : pagePlace(scene.flow.name, scene.name),
  );
  resetWrong(work, entry, wrong);
  const part = scene.page ?? scene.flow;
  const entryAt = { path: part.path, pointer: '/entryFulfillment' };
  const entryJson = member(part.json, 'entryFulfillment');
  const buttons = asked.length === 0 ? buttonsOf(staging, entryJson) : undefined;
  const fulfilled = fulfil(work, entry, entryJson, entryAt, { ...around, areChipsAsked: buttons !== undefined });
  if (!fulfilled.isOver) entry.end(loopPlace(scene));

  const isFormFinal = allSet(asked.map(({ field }) => field));
  const ways = scene.own
    .filter(({ intent, condition }) => intent === '' && condition !== '')
    .map((route) => ({
      route,
      decision: readCondition(work, route.condition, below(route.at, 'condition'), isFormFinal),
      to: draft.place(),
    }));
  branch(draft, scene.column, loopPlace(scene), ways, formPlace);
  for (const { route, to } of ways) follow(work, scene, route, to, { ...around, back: formPlace });
  for (const { at, intent, condition } of scene.own) {
    if (intent === '' && condition === '') {
      draft.report(at, ['carried', 'carried', 'A route without an intent and a condition is never taken.']);
    }
  }

  branch(
    draft,
    scene.column,
    formPlace,
    asked.map(({ field, place, name }) => ({
      decision: { match: 'all' as const, conditions: [{ field, operator: 'is_not_set' }] },
      to: place,
      name,
    })),
    staging.waitPlace,
  );
  for (const each of asked) ask(staging, each);
  wait(staging, wrong, buttons);
  for (const [intent, routes] of staging.intents) hear(staging, intent, routes);
  if (onWebhookError !== undefined) {
    const handler = webhookHandler(scene);
    if (handler !== undefined) follow(work, scene, handler, onWebhookError, { back: loopPlace(scene) });
  }
  reportOtherHandlers(work, scene.handlers.flat());
}

function stage(work: Work, scene: Scene): Staging {
  const { draft } = work;
  const intents = new Map<string, readonly Route[]>();
  for (const route of [...scene.own, ...scene.ofFlow]) {
    const { intent, at } = route;
    if (intent === '') continue;
    if (!work.agent.intents.has(intent)) {
      draft.report(at, ['lost', 'edge-dangling', `The intent “${intent}” is not there: the route is never taken.`]);
      continue;
    }
    intents.set(intent, [...(intents.get(intent) ?? []), route]);
  }
  return {
    work,
    scene,
    intents,
    asked: askedIn(work, scene),
    formPlace: draft.place(),
    waitPlace: waitPlace(scene.flow.name, scene.name),
    onWebhookError: webhookHandler(scene) === undefined ? undefined : draft.place(),
  };
}

const webhookHandler = (scene: Scene): Route | undefined =>
  scene.handlers.flat().find(({ event }) => /^webhook\.error/.test(event));

function askedIn(work: Work, { page }: Scene): readonly Asked[] {
  const { draft } = work;
  if (page === undefined) return [];
  return listOf(memberAt(page.json, 'form', 'parameters')).flatMap((json, nth): readonly Asked[] => {
    const at = below({ path: page.path, pointer: '/form/parameters' }, nth);
    const name = textOf(member(json, 'displayName'));
    const field = work.parameter(name);
    if (member(json, 'required') !== true || name === '') {
      draft.report(at, ['carried', 'carried', 'A parameter that is not required is not asked.']);
      return [];
    }
    return [{ json, at, name, field, place: draft.place() }];
  });
}

/** The place where an intent is taken on this page. */
const intentPlace = ({ flow, name }: Scene, intent: string): string =>
  name === startOf(flow.name) ? heardPlace(flow.name, intent) : `intent ${JSON.stringify([flow.name, name, intent])}`;

/** Takes an intent: looks for its parameters in the text, then for the first route whose condition holds. */
function hear(staging: Staging, intent: string, routes: readonly Route[]): void {
  const { work, scene, onWebhookError } = staging;
  const { draft, agent } = work;
  const chain = new Chain(draft, scene.column, intentPlace(scene, intent));
  for (const { id, entityType, at } of agent.intents.get(intent)?.parameters ?? []) {
    const type = agent.entityTypes.get(entityType.replace(/^@/, ''));
    if (type === undefined || valuesOf(type) === undefined) {
      const message = `The parameter “${id}” is not found in the sentence; it is asked where a form asks for it.`;
      draft.report(at, ['changed', 'entity-asked', message]);
      continue;
    }
    const key = findEntity(work, chain, type, work.parameter(id));
    draft.report(at, ['carried', 'carried', `The parameter “${id}” is found in the sentence by its words.`], key);
  }
  const ways = routes.map((route) => ({
    route,
    decision:
      route.condition === ''
        ? true
        : readCondition(
            work,
            route.condition,
            below(route.at, 'condition'),
            allSet(staging.asked.map(({ field }) => field)),
          ),
    to: draft.place(),
  }));
  branch(draft, scene.column, chain.open, ways, wrongPlace(staging));
  for (const { route, to } of ways) {
    follow(work, scene, route, to, { onWebhookError, back: loopPlace(scene) });
  }
}

const wrongPlace = (staging: Staging): string => `wrong at ${staging.waitPlace}`;

function heardIn(staging: Staging): readonly Heard[] {
  const { work, scene, intents } = staging;
  const isGreeting = (name: string): boolean => isWelcome(work.agent.intents.get(name));
  // Of equal sentences, the ones of other intents count.
  const names = [...intents.keys()].toSorted((a, b) => Number(isGreeting(a)) - Number(isGreeting(b)));
  return names.flatMap((name): readonly Heard[] => {
    const intent = work.agent.intents.get(name) as CxIntent;
    const { phrases } = phrasesOf(intent.phrases);
    return intent.isFallback || phrases.length === 0 ? [] : [{ name, phrases, to: intentPlace(scene, name) }];
  });
}

/** Sentences that are not to be understood. */
function notHeard(staging: Staging): readonly Heard[] {
  const { agent } = staging.work;
  return [...agent.intents.values()].flatMap(({ isFallback, name, phrases: given }): readonly Heard[] => {
    const { phrases } = phrasesOf(given);
    return isFallback && phrases.length > 0 ? [{ name, phrases, to: wrongPlace(staging) }] : [];
  });
}

/** Waits for the next sentence of the visitor. @spec IC9 */
function wait(staging: Staging, wrong: WrongAnswers, buttons: readonly Button[] | undefined): void {
  const { work, scene } = staging;
  const { draft } = work;
  const otherwise = wrongPlace(staging);
  const heard = [...heardIn(staging), ...notHeard(staging)];
  askWithSilence(work, scene, isShort(heard) ? ownHandlers(scene) : [], staging.waitPlace, (place, silence) => {
    if (buttons !== undefined) {
      offer(staging, buttons, place, silence);
      return;
    }
    const { left } = listen(draft, scene.column, place, {
      heard,
      otherwise,
      destination: work.ownField('last_text'),
      locale: work.agent.language,
      silence,
    });
    for (const { name } of left) reportLeft(work, scene, name);
  });
  answerWrong(work, scene, wrong, otherwise, staging.waitPlace);
}

/** The handlers of the page. A flow has handlers for silence from the beginning, which nobody wrote for a chat. */
const ownHandlers = ({ page, handlers }: Scene): Scene['handlers'] => (page === undefined ? [] : handlers.slice(0, 1));

/** UTF-16 units of the sentences of a question that is asked again after silence. */
const mostAgain = 20_000;

/** Whether the sentences are few enough for two questions. */
const isShort = (heard: readonly Heard[]): boolean =>
  heard.reduce((sum, { phrases }) => sum + phrases.reduce((units, { length }) => units + length, 0), 0) <= mostAgain;

function reportLeft(work: Work, scene: Scene, intent: string): void {
  const at = { path: (scene.page ?? scene.flow).path, pointer: '' };
  const message = `The intent “${intent}” is not understood on this page: 100 fit.`;
  work.draft.report(at, ['lost', 'choice-limit', message]);
}

interface Button {
  readonly label: string;
  readonly intent: string | undefined;
}

const mostButtons = 20;

/** The chips of the entry, if they stand for every intent that the page understands. @spec IC4 */
function buttonsOf({ work, intents }: Staging, entry: JsonValue | undefined): readonly Button[] | undefined {
  const labels = new Set<string>();
  for (const message of listOf(member(entry, 'messages'))) {
    for (const label of chipsIn(member(message, 'payload'))) labels.add(label);
  }
  if (labels.size === 0 || labels.size > mostButtons) return undefined;
  const buttons = [...labels].map((label): Button => ({ label, intent: intentOf(work, [...intents.keys()], label) }));
  const isCovered = [...intents.keys()].every(
    (intent) => isWelcome(work.agent.intents.get(intent)) || buttons.some((button) => button.intent === intent),
  );
  const isKnown = buttons.some(({ intent }) => intent !== undefined);
  return isCovered && isKnown ? buttons : undefined;
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function intentOf(work: Work, intents: readonly string[], label: string): string | undefined {
  const wanted = folded(label);
  return intents.find((name) => work.agent.intents.get(name)?.phrases.some((phrase) => folded(phrase) === wanted));
}

/** Words of a button besides its label. */
const mostWords = 20;

function offer(staging: Staging, buttons: readonly Button[], place: string, silence: Silence | undefined): void {
  const { work, scene } = staging;
  const { draft, agent } = work;
  const taken = new Set(buttons.map(({ label }) => folded(label)));
  const claimed = new Set<string>();
  const entries = buttons.map(({ label, intent }, nth): JsonObject => {
    const isFirst = intent !== undefined && !claimed.has(intent);
    if (intent !== undefined) claimed.add(intent);
    const words = (isFirst ? phrasesOf(agent.intents.get(intent)?.phrases ?? []).phrases : []).filter((phrase) => {
      const word = folded(phrase);
      if (word === '' || [...phrase].length > 100 || taken.has(word)) return false;
      taken.add(word);
      return true;
    });
    return withoutAbsent({
      id: `b${nth + 1}`,
      label,
      words: words.length === 0 ? undefined : words.slice(0, mostWords),
    });
  });
  const otherwise = wrongPlace(staging);
  const leads = buttons.map(
    ({ intent }, nth) => [`$b${nth + 1}`, intent === undefined ? otherwise : intentPlace(scene, intent)] as const,
  );
  const silent = exitOfSilence(silence);
  const params = {
    quiet: true,
    destination: work.ownField('last_text'),
    buttons: entries,
    exits: [{ id: 'invalid', attempts: 1 }, ...silent.exits],
  };
  draft.builder.standsFor(
    place,
    draft.add(scene.column, 'buttons', params, [...leads, ['$invalid', otherwise], ...silent.leads]),
  );
}

export const isWelcome = (intent: CxIntent | undefined): boolean =>
  intent !== undefined &&
  (intent.name === 'Default Welcome Intent' ||
    textOf(member(intent.json, 'name')) === '00000000-0000-0000-0000-000000000000');

/** Asks for a parameter. @spec IC11 */
function ask(staging: Staging, { json, at, name, field, place }: Asked): void {
  const { work, scene, onWebhookError } = staging;
  const { draft, agent } = work;
  const next = loopPlace(scene);
  const handlers = listOf(memberAt(json, 'fillBehavior', 'repromptEventHandlers')).map((handler, nth) =>
    routeOf(handler, below(at, 'fillBehavior', 'repromptEventHandlers', nth)),
  );
  const wrong = wrongAnswers([handlers, ...scene.handlers]);
  const silences = [handlers, ...ownHandlers(scene)];
  const chain = new Chain(draft, scene.column, place);
  resetWrong(work, chain, wrong);
  const prompt = memberAt(json, 'fillBehavior', 'initialPromptFulfillment');
  const fulfilled = fulfil(work, chain, prompt, below(at, 'fillBehavior', 'initialPromptFulfillment'), {
    onWebhookError,
  });
  reportOtherHandlers(work, handlers);
  if (fulfilled.isOver) {
    draft.report(at, ['carried', 'carried', 'The parameter is not asked: its words hand over to a person.'], place);
    return;
  }
  const type = textOf(member(json, 'entityType')).replace(/^@/, '');
  const question = chain.open;
  const carry = (what: string, key?: string): void => draft.report(at, ['carried', 'carried', what], key);
  const [typed, params = {}] = (Object.hasOwn(typedQuestions, type) ? typedQuestions[type] : undefined) ?? [];
  const isList = member(json, 'isList') === true;
  if (isList) draft.report(at, ['changed', 'entity-asked', `The visitor gives one “${name}”, not a list.`]);

  if (typed !== undefined || type === 'sys.any') {
    const block = typed ?? 'ask_question';
    const words = errorWords(work, wrong);
    const wrongAt = draft.place();
    const isTime = block === 'ask_time';
    const after = isTime ? draft.place() : next;
    const exits = words === undefined;
    let key = '';
    askWithSilence(work, scene, silences, question, (at, silence) => {
      const silent = exitOfSilence(silence);
      const ways = [...(exits ? [{ id: 'invalid', attempts: 1 }] : []), ...silent.exits];
      const own = draft.add(
        scene.column,
        block,
        {
          quiet: true,
          destination: field,
          ...params,
          ...(block === 'ask_date' ? { locale: agent.language } : {}),
          ...(words ?? {}),
          ...(ways.length === 0 ? {} : { exits: ways }),
        },
        [['$success', after], ...(exits ? [['$invalid', wrongAt] as const] : []), ...silent.leads],
      );
      draft.builder.standsFor(at, own);
      key ||= own;
    });
    if (isTime) {
      // The source has seconds.
      const seconds = new Chain(draft, scene.column, after);
      seconds.add('set_a_field', { field, action: 'SET', value: `@{${field}}:00` }, 'success');
      seconds.end(next);
    }
    if (exits) answerWrong(work, scene, wrong, wrongAt, question);
    carry('The parameter is a question.', key);
    if (typed !== undefined) {
      const alone = `The visitor gives “${name}” alone, not within a sentence`;
      const message = block === 'ask_date' ? `${alone}, as a date, not as “tomorrow”.` : `${alone}.`;
      draft.report(at, ['changed', 'entity-asked', message], key);
    }
    reportDeaf(staging, at, name, key);
    return;
  }

  const entity = agent.entityTypes.get(type);
  const values = valuesOf(entity);
  const wrongAt = draft.place();
  const intents = heardIn(staging);
  const said = work.ownField('last_text');
  const accepts = /AUTO_EXPANSION_MODE_DEFAULT/.test(textOf(member(entity?.json, 'autoExpansionMode')));
  const takeText = draft.place();
  const isListed = values !== undefined && values.length + intents.length <= mostHeard;
  const chosen = isListed ? values.map((value) => ({ ...value, to: draft.place() })) : [];
  const heard = [
    ...chosen.map(({ value, synonyms, to }): Heard => ({ name: value, phrases: phrasesOf(synonyms).phrases, to })),
    ...intents,
  ];
  const takes = values === undefined || accepts;
  const search = values !== undefined && !isListed ? draft.place() : undefined;
  // A word of the type is the answer, also where it is a word of an intent.
  const words = search === undefined ? [] : (values ?? []).flatMap(({ synonyms }) => phrasesOf(synonyms).phrases);
  const known = search === undefined ? [] : inRoutes(name, words, search);
  const all = [...known, ...heard];
  let key = '';
  askWithSilence(work, scene, isShort(all) ? silences : [], question, (at, silence) => {
    const own = listen(draft, scene.column, at, {
      heard: all,
      otherwise: search ?? (takes ? takeText : wrongAt),
      destination: said,
      locale: agent.language,
      silence,
    });
    for (const { name: intent } of own.left) reportLeft(work, scene, intent);
    key ||= own.key;
  });
  for (const { value, to } of chosen) {
    const set = new Chain(draft, scene.column, to);
    set.add('set_a_field', { field, action: 'SET', value }, 'success');
    set.end(next);
  }
  if (search !== undefined && entity !== undefined) {
    const found = new Chain(draft, scene.column, search);
    findEntity(work, found, entity, field);
    const isFound = { match: 'all' as const, conditions: [{ field, operator: 'is_set' }] };
    branch(draft, scene.column, found.open, [{ decision: isFound, to: next }], takes ? takeText : wrongAt);
  }
  if (takes) {
    const take = new Chain(draft, scene.column, takeText);
    take.add('set_a_field', { field, action: 'SET', value: `@{${said}}` }, 'success');
    take.end(next);
  }
  if (!takes) answerWrong(work, scene, wrong, wrongAt, question);
  else for (const handler of handlers) draft.report(handler.at, ['changed', 'entity-asked', 'Any answer is accepted.']);
  carry('The parameter is a question.', key);
  if (values === undefined) {
    const message = `The whole answer is “${name}”: the type ${excerpt(type)} is not checked.`;
    draft.report(at, ['changed', 'entity-asked', message], key);
  }
}

/** Values and intents of one question. */
const mostHeard = 60;
/** Words of a type that has more values. */
const mostKnown = 2_000;

/** The words of a type in routes to its search, as many as a route takes in each. */
function inRoutes(name: string, words: readonly string[], to: string): readonly Heard[] {
  const routes: Heard[] = [];
  for (let rest = words.slice(0, mostKnown); rest.length > 0; ) {
    const { phrases } = phrasesOf(rest);
    routes.push({ name: `${name} ${routes.length + 1}`, phrases, to });
    rest = rest.slice(200);
  }
  return routes;
}

/** A question that checks its answer understands no intent. */
function reportDeaf({ work, intents }: Staging, at: SourceAt, name: string, key: string): void {
  if (intents.size === 0) return;
  const message = `While the visitor is asked for “${name}”, no intent is understood.`;
  work.draft.report(at, ['changed', 'intent-by-phrases', message], key);
}

/** Reports handlers that are neither for wrong answers nor for webhooks. */
function reportOtherHandlers(work: Work, handlers: readonly Route[]): void {
  for (const { event, at } of handlers) {
    if (/^sys\.no-match-/.test(event) || /^webhook\.error/.test(event)) {
      work.draft.report(at, ['carried', 'carried', 'The handler is used where its event happens.']);
    } else if (/^sys\.no-input-/.test(event)) {
      const message = 'Of the words for silence, a question has those of its own or of its page.';
      work.draft.report(at, ['changed', 'setting-dropped', message]);
    } else {
      work.draft.report(at, ['lost', 'integration-unknown', `Nothing raises the event “${event}”.`]);
    }
  }
}

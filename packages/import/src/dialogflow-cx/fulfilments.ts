import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { branch } from '../drafting/branch.ts';
import { Chain } from '../drafting/draft.ts';
import type { Expected } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, memberAt, numberOf, pointerTo, textOf } from '../json.ts';
import { excerpt, withoutAbsent } from '../plain-texts.ts';
import { below, type SourceAt } from '../source-order.ts';
import { chipsIn, showPayload } from './rich-content.ts';
import { allSet, computeParts, readCondition, readText, setField, targetField, type Work } from './work.ts';

/** The end of a fulfilment. */
export interface Fulfilled {
  /** The chips that it showed last. */
  readonly chips: readonly string[];
  /** It handed the conversation to a person, or ended it. */
  readonly isOver: boolean;
}

/** The facts of a page that its fulfilments need. */
export interface FulfilmentOptions {
  /** Where a failed webhook leads. Default: on. */
  readonly onWebhookError?: string | undefined;
  /** `true`: chips become the buttons of the question behind; else they are said as text. */
  readonly areChipsAsked?: boolean;
}

/** The messages of the language of the agent, with their places. Others are reported. */
function messagesOf(
  work: Work,
  list: JsonValue | undefined,
  at: SourceAt,
): readonly (readonly [JsonValue, SourceAt])[] {
  const all = listOf(list).map((message, nth) => [message, below(at, nth)] as const);
  const languageOf = ([message]: (typeof all)[number]): string => textOf(member(message, 'languageCode'));
  const { language } = work.agent;
  const first = all.some((each) => languageOf(each) === language) ? language : languageOf(all[0] ?? [null, at]);
  return all.filter((each) => {
    const isSaid = languageOf(each) === '' || languageOf(each) === first;
    if (!isSaid) reportLanguage(work, each[1], languageOf(each));
    return isSaid;
  });
}

function reportLanguage(work: Work, at: SourceAt, language: string): void {
  work.draft.report(at, ['lost', 'language-dropped', `Visitors do not read the words in the language “${language}”.`]);
}

/** The variations of a text message. */
const wordingsOf = (message: JsonValue): readonly string[] =>
  listOf(memberAt(message, 'text', 'text')).flatMap((text) => (textOf(text).trim() === '' ? [] : [textOf(text)]));

/** The first text of a fulfilment, such as of an answer to a wrong one. `undefined` when it does more than to speak. */
export function wordsAlone(fulfilment: JsonValue | undefined, language: string): readonly string[] | undefined {
  if (!isObject(fulfilment)) return [];
  const others = ['setParameterActions', 'webhook', 'conditionalCases', 'generators'];
  if (others.some((name) => listOf(member(fulfilment, name)).length > 0 || textOf(member(fulfilment, name)) !== '')) {
    return undefined;
  }
  const messages = listOf(member(fulfilment, 'messages'));
  const own = messages.filter((message) => textOf(member(message, 'languageCode')) === language);
  const said = own.length > 0 ? own : messages;
  if (said.some((message) => !isObject(member(message, 'text')))) return undefined;
  const [wordings = [], ...more] = said.map(wordingsOf);
  return more.length === 0 ? wordings : undefined;
}

/**
 * Adds the parts of a fulfilment: parameters, generators, messages, the webhook, conditional answers.
 *
 * @spec IC3, IC4, IC5
 */
export function fulfil(
  work: Work,
  chain: Chain,
  fulfilment: JsonValue | undefined,
  at: SourceAt,
  around: FulfilmentOptions = {},
): Fulfilled {
  if (!isObject(fulfilment)) return { chips: [], isOver: false };
  const { draft } = work;
  for (const [nth, action] of listOf(member(fulfilment, 'setParameterActions')).entries()) {
    const place = below(at, 'setParameterActions', nth);
    const field = targetField(work, textOf(member(action, 'parameter')));
    const key = setField(work, chain, field, member(action, 'value'), place);
    draft.report(place, ['carried', 'carried', `The parameter is the Field “${field}”.`], key);
  }
  for (const [nth, generator] of listOf(member(fulfilment, 'generators')).entries()) {
    generate(work, chain, generator, below(at, 'generators', nth));
  }
  const messages = messagesOf(work, member(fulfilment, 'messages'), below(at, 'messages'));
  const fulfilled = tell(work, chain, messages, around);
  if (fulfilled.isOver) return fulfilled;
  const webhook = textOf(member(fulfilment, 'webhook'));
  if (webhook !== '')
    callWebhook(work, chain, webhook, textOf(member(fulfilment, 'tag')), below(at, 'webhook'), around);
  for (const [nth, cases] of listOf(member(fulfilment, 'conditionalCases')).entries()) {
    conditionalCases(work, chain, cases, below(at, 'conditionalCases', nth), around);
  }
  if (member(fulfilment, 'enableGenerativeFallback') === true) {
    const message = 'No model answers what the bot does not understand: its fixed words are said.';
    draft.report(below(at, 'enableGenerativeFallback'), ['changed', 'setting-dropped', message]);
  }
  return fulfilled;
}

function tell(
  work: Work,
  chain: Chain,
  messages: readonly (readonly [JsonValue, SourceAt])[],
  around: FulfilmentOptions,
): Fulfilled {
  const { draft } = work;
  const hasText = messages.some(([message]) => isObject(member(message, 'text')));
  let chips: readonly string[] = [];
  let wordings: readonly string[] = [];
  const show = (shown: readonly Expected[]): void => {
    for (const each of wordings) work.shownAfter.set(each, [...(work.shownAfter.get(each) ?? []), ...shown]);
  };
  for (const [message, at] of messages) {
    if (isObject(member(message, 'text'))) {
      wordings = wordingsOf(message);
      say(work, chain, wordings, at);
      for (const each of wordings) work.shownAfter.delete(each);
      chips = [];
      continue;
    }
    const payload = member(message, 'payload');
    if (isObject(payload)) {
      const found = chipsIn(payload);
      show(showPayload(work, chain, payload, at));
      if (found.length === 0) continue;
      chips = found;
      if (around.areChipsAsked === true) continue;
      const lines = found.map((label) => `- ${label}`).join('\n');
      show([lines]);
      const key = say(work, chain, [lines], at);
      draft.report(at, ['changed', 'choice-limit', 'The choices are lines of a text to type, not buttons.'], key);
      continue;
    }
    const audio = member(message, 'outputAudioText');
    if (isObject(audio)) {
      spoken(work, chain, audio, at, hasText);
      continue;
    }
    const url = textOf(memberAt(message, 'playAudio', 'audioUri'));
    if (/^https?:/i.test(url)) {
      const key = chain.add('send_media', { url, media_type: 'audio' });
      draft.report(at, ['carried', 'carried', 'The sound is sent.'], key);
      continue;
    }
    if (isObject(member(message, 'liveAgentHandoff'))) {
      const key = chain.close('human_takeover', {});
      draft.report(at, ['carried', 'carried', 'A person takes over.'], key);
      return { chips: [], isOver: true };
    }
    if (isObject(member(message, 'conversationSuccess'))) {
      draft.report(at, ['carried', 'carried', 'The mark of success says nothing, and is left out.']);
      continue;
    }
    const kind = Object.keys(isObject(message) ? message : {}).find((name) => name !== 'languageCode') ?? 'message';
    draft.report(at, ['lost', 'integration-unknown', `The message “${kind}” has no form in a written chat.`]);
  }
  return { chips, isOver: false };
}

/** Variations that a text takes besides its own words. */
const mostVariations = 20;

function say(work: Work, chain: Chain, wordings: readonly string[], at: SourceAt): string | undefined {
  const { draft } = work;
  const texts = wordings.map((wording) => readText(work, wording, at));
  computeParts(
    chain,
    draft,
    texts.flatMap(({ formulas }) => formulas),
  );
  const [text, ...more] = texts.map((each) => each.text).filter((each) => each.trim() !== '');
  if (text === undefined) {
    draft.report(at, ['carried', 'carried', 'A message without words says nothing, and is left out.']);
    return undefined;
  }
  const variations = [...new Set(more)].filter((each) => each !== text).slice(0, mostVariations);
  const key = chain.add(
    'send_text',
    withoutAbsent({ text, variations: variations.length === 0 ? undefined : variations }),
  );
  draft.report(at, ['carried', 'carried', 'The bot says the message.'], key);
  if (texts.some(({ text: each }) => /<speak>/i.test(each))) {
    draft.report(at, ['changed', 'html-removed', 'The marks for a voice are read as text.'], key);
  }
  return key;
}

/** Words for a voice. They are said in writing where nothing else is. */
function spoken(work: Work, chain: Chain, audio: JsonObject, at: SourceAt, hasText: boolean): void {
  const { draft } = work;
  if (hasText) {
    draft.report(at, ['carried', 'carried', 'The words for a voice are left out: others are written.']);
    return;
  }
  const ssml = textOf(member(audio, 'ssml'));
  const words =
    textOf(member(audio, 'text')) ||
    ssml
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const key = say(work, chain, [words], at);
  if (ssml !== '')
    draft.report(at, ['changed', 'html-removed', 'The words for a voice are written, without marks.'], key);
}

/** @spec IC7 */
function conditionalCases(work: Work, chain: Chain, json: JsonValue, at: SourceAt, around: FulfilmentOptions): void {
  const { draft } = work;
  const after = draft.place();
  const from = chain.open;
  const ways = listOf(member(json, 'cases')).map((each, nth) => {
    const place = below(at, 'cases', nth);
    const source = textOf(member(each, 'condition'));
    const decision = source.trim() === '' ? true : readCondition(work, source, below(place, 'condition'), allSet([]));
    const to = draft.place();
    draft.report(place, ['carried', 'carried', 'The case is a condition.']);
    return { decision, to, content: member(each, 'caseContent'), place };
  });
  branch(draft, chain.column, from, ways, after);
  for (const { to, content, place } of ways) {
    const inner = new Chain(draft, chain.column, to);
    for (const [nth, part] of listOf(content).entries()) {
      const partAt = below(place, 'caseContent', nth);
      const message = member(part, 'message');
      const language = textOf(member(message, 'languageCode'));
      if (isObject(message) && language !== '' && language !== work.agent.language) {
        reportLanguage(work, below(partAt, 'message'), language);
      } else if (isObject(message)) {
        if (tell(work, inner, [[message, below(partAt, 'message')]], around).isOver) break;
      } else if (isObject(member(part, 'additionalCases'))) {
        conditionalCases(work, inner, member(part, 'additionalCases') ?? {}, below(partAt, 'additionalCases'), around);
      }
    }
    inner.end(after);
  }
  chain.continueAt(after);
}

/** A model that writes into a parameter. */
function generate(work: Work, chain: Chain, json: JsonValue, at: SourceAt): void {
  const { draft, agent } = work;
  const id = textOf(member(json, 'generator'));
  const name = id.replace(/^.*\//, '');
  const known = agent.generators.get(name) ?? [...agent.generators.values()].find((each) => each.path.includes(name));
  const prompt = textOf(
    memberAt(known?.json, 'promptText', 'text') ?? memberAt(listOf(member(known?.json, 'phrases'))[0], 'text'),
  );
  const destination = targetField(work, textOf(member(json, 'outputParameter')));
  const { models = {} } = draft.options;
  const model = 'generator';
  const next = draft.place();
  const { text, formulas } = readText(work, prompt, at);
  computeParts(chain, draft, formulas);
  const key = chain.add(
    'language_model',
    withoutAbsent({
      model: Object.hasOwn(models, model) ? models[model] : model,
      instructions: text.trim() === '' ? undefined : text,
      history: 'conversation',
      say: false,
      destination,
    }),
    '$success',
    [['$failed', next]],
  );
  draft.builder.standsFor(next, chain.open);
  draft.need('model', model, key);
  draft.report(
    at,
    [
      'changed',
      'credentials-missing',
      `The host configures the model “${model}”, which writes the Field “${destination}”.`,
    ],
    key,
  );
}

/** The most parameters that an answer of a webhook sets. */
const mostSaved = 50;

/** @spec IC8 */
function callWebhook(
  work: Work,
  chain: Chain,
  name: string,
  tag: string,
  at: SourceAt,
  around: FulfilmentOptions,
): void {
  const { draft, agent } = work;
  const service = agent.webhooks.get(name);
  const generic =
    member(service?.json, 'genericWebService') ?? memberAt(service?.json, 'serviceDirectory', 'genericWebService');
  const { text: url } = readText(work, textOf(member(generic, 'uri')), at);
  if (!/^https?:\/\//i.test(url)) {
    draft.report(at, [
      'lost',
      'integration-unknown',
      `The webhook ${excerpt(name)} has no address, and is not called.`,
    ]);
    return;
  }
  const isFlexible = /FLEXIBLE/.test(textOf(member(generic, 'webhookType')));
  const parameters = work.parameters.slice(0, mostSaved);
  const headers = listOf(member(generic, 'requestHeaders')).map((header) => ({
    name: textOf(member(header, 'key')),
    value: readText(work, textOf(member(header, 'value')), at).text,
  }));
  const mapping = member(generic, 'parameterMapping');
  const pairs = isObject(mapping)
    ? Object.entries(mapping)
    : listOf(mapping).map((each) => [textOf(member(each, 'key')), member(each, 'value')] as const);
  const saves = isFlexible
    ? pairs.flatMap(([parameter, path]) => {
        const pointer = pointerOfPath(textOf(path as JsonValue));
        return pointer === undefined ? [] : [{ path: pointer, destination: work.parameter(parameter) }];
      })
    : parameters.map((parameter) => ({
        path: pointerTo('/sessionInfo/parameters', parameter),
        destination: work.parameter(parameter),
      }));
  const said = work.ownField('webhook_text');
  const body: JsonValue = isFlexible
    ? readText(work, textOf(member(generic, 'requestBody')), at).text
    : {
        fulfillmentInfo: { tag },
        languageCode: agent.language,
        sessionInfo: {
          session: '@{id}',
          parameters: Object.fromEntries(parameters.map((each) => [each, `@{${work.parameter(each)}}`])),
        },
      };
  const method = textOf(member(generic, 'httpMethod')) || 'POST';
  const failed = draft.place();
  const key = chain.add(
    'webhook',
    withoutAbsent({
      url,
      method: draft.at.allows('webhook', 'method', method) ? method : 'POST',
      headers: headers.filter((header) => header.name !== ''),
      body: body === '' ? undefined : body,
      saves: isFlexible
        ? saves
        : [...saves, { path: '/fulfillmentResponse/messages/0/text/text/0', destination: said }],
    }),
    '$success',
    [['$failed', around.onWebhookError ?? failed]],
  );
  draft.report(at, ['carried', 'carried', 'The webhook is a webhook.'], key);
  const timeout = numberOf(memberAt(service?.json, 'timeout', 'seconds'));
  if (timeout !== undefined && timeout > 10) {
    draft.report(at, ['changed', 'setting-dropped', `The webhook may take 10 seconds, not ${timeout}.`], key);
  }
  if (!isFlexible) {
    const message =
      'Of the answer, the first text is said and the parameters of this agent are saved; other messages and a page to go to are not.';
    draft.report(at, ['changed', 'integration-unknown', message], key);
    const speak = draft.place();
    const after = draft.place();
    branch(draft, chain.column, chain.open, [{ decision: isSet(said), to: speak }], after);
    const answer = new Chain(draft, chain.column, speak);
    answer.add('send_text', { text: `@{${said}}` });
    answer.add('set_a_field', { field: said, action: 'UNSET' }, 'success');
    answer.end(after);
    chain.continueAt(after);
  }
  if (around.onWebhookError === undefined) draft.builder.standsFor(failed, chain.open);
}

const isSet = (field: string) => ({ match: 'all' as const, conditions: [{ field, operator: 'is_set' }] });

/** `$.user.name[0]` as a pointer. */
function pointerOfPath(path: string): string | undefined {
  const [, rest] = /^\$((?:\.[\w-]+|\[\d{1,6}\])*)$/.exec(path.trim()) ?? [];
  if (rest === undefined) return undefined;
  return pointerTo('', ...[...rest.matchAll(/[\w-]+/g)].map(([token]) => token));
}

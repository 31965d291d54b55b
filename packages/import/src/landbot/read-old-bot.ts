import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { type BotWork, type Column, chain, type SourcePlace, type Step, startWork } from '../bot-work.ts';
import { type Choice, offer } from '../choices.ts';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { freeFieldName } from '../field-names.ts';
import type { BotHead } from '../finished-bot.ts';
import type { ImportOptions } from '../importer.ts';
import { isObject, listOf, member, memberAt, numberOf, pointerTo, textOf } from '../json.ts';
import { excerpt, isWebAddress, written } from '../plain-texts.ts';
import { readMessage, withoutMarks } from './old-texts.ts';

/** A bot of a file. */
export interface OldBot extends BotHead {
  readonly json: { readonly [id: string]: JsonValue };
  readonly path: string;
}

interface OldBlock {
  readonly id: string;
  readonly json: JsonValue;
  readonly kind: string;
  readonly element: SourcePlace;
  readonly column: Column;
}

interface Reading {
  readonly work: BotWork;
  readonly blocks: ReadonlyMap<string, OldBlock>;
  fieldOf(name: string): string;
  /** The blocks behind messages that end with buttons. */
  readonly asked: ReadonlySet<string>;
  /** The Field of the last choice, which virtual blocks save. */
  readonly lastChoice: string;
  /** The places of the blocks. */
  placeOf(id: string): string | undefined;
  /** Reports a way out, and follows it. */
  follow(block: OldBlock, exit: string, target?: string): string | undefined;
}

/** Canvas units of the source are smaller than the ones of results. */
const scale = { left: 1.4, top: 1.8 } as const;

/** Converts one bot. */
export function readOldBot(bot: OldBot, at: BlocksAtHand, options: ImportOptions): ReturnType<BotWork['finish']> {
  const { json, path, ...head } = bot;
  const work = startWork({ key: head.key, name: head.name, number: head.number }, at, options, [path]);
  const blocks = new Map<string, OldBlock>();
  for (const [id, block] of Object.entries(json)) {
    const name = textOf(member(block, 'name'));
    blocks.set(id, {
      id,
      json: block,
      kind: textOf(member(block, 'function')),
      element: { path, pointer: pointerTo('', id), title: name },
      column: {
        left: (numberOf(member(block, 'left')) ?? 0) * scale.left,
        top: (numberOf(member(block, 'top')) ?? 0) * scale.top,
      },
    });
  }
  const places = new Map([...blocks.keys()].map((id) => [id, work.place()]));
  const fields = new Map<string, string>();
  const taken = new Set<string>();
  const { fieldName = (name: string) => name } = options;
  const fieldOf = (name: string): string => {
    const known = fields.get(name);
    if (known !== undefined) return known;
    const field = freeFieldName(fieldName(name), taken);
    taken.add(field);
    fields.set(name, field);
    return field;
  };
  const reported = new Set<string>();
  const reading: Reading = {
    work,
    blocks,
    fieldOf,
    asked: new Set(
      [...blocks.values()].filter(endsWithButtons).map(({ json: each }) => textOf(memberAt(each, 'next', 'success'))),
    ),
    lastChoice: 'last_choice',
    placeOf: (id) => places.get(id),
    follow: (block, exit, target) => {
      const to = textOf(memberAt(block.json, 'next', exit));
      const pointer = pointerTo(block.element.pointer, 'next', exit);
      const place = places.get(to);
      if (!reported.has(pointer)) {
        reported.add(pointer);
        const element = { path, pointer };
        if (place === undefined) {
          work.report(element, [
            'carried',
            'carried',
            'The connection leads to nothing, as in the source: the bot ends there.',
          ]);
        } else work.report(element, ['carried', 'carried', 'The connection is a connection.'], target ?? place);
      }
      return place;
    },
  };
  for (const block of blocks.values()) {
    work.builder.standsFor(places.get(block.id) as string, convert(block, reading));
    for (const exit of Object.keys(nextOf(block))) {
      const pointer = pointerTo(block.element.pointer, 'next', exit);
      if (reported.has(pointer)) continue;
      reported.add(pointer);
      const message = `Nothing leads to the way out ${excerpt(exit)} any more.`;
      work.report({ path, pointer }, ['lost', 'edge-dangling', message]);
    }
  }
  const start = startOf(blocks);
  const begin = start === undefined ? undefined : places.get(start);
  const said = `The file has no start: the conversation begins at block ${excerpt(start ?? '')}.`;
  work.report({ path, pointer: '' }, ['changed', 'start-implied', said], begin);
  return work.finish(begin, { path, pointer: '' });
}

function endsWithButtons({ json, kind }: OldBlock): boolean {
  const last = listOf(member(json, 'responses')).at(-1);
  return kind === '__send_message__' && textOf(member(last, 'entity')) === 'button';
}

const nextOf = ({ json }: OldBlock): JsonObject => {
  const next = member(json, 'next');
  return isObject(next) ? next : {};
};

/** The block from which most blocks can be reached, among the blocks without a way in, and the first one. @spec IL2 */
function startOf(blocks: ReadonlyMap<string, OldBlock>): string | undefined {
  const targets = new Set([...blocks.values()].flatMap((block) => Object.values(nextOf(block)).map(textOf)));
  const ids = [...blocks.keys()].toSorted((a, b) => (Number(a) || 0) - (Number(b) || 0));
  const [lowest] = ids;
  let best: { readonly id: string; readonly count: number } | undefined;
  for (const id of ids.filter((each) => each === lowest || !targets.has(each)).slice(0, mostStarts)) {
    const seen = new Set([id]);
    for (const each of seen) {
      const block = blocks.get(each);
      if (block === undefined) seen.delete(each);
      else for (const to of Object.values(nextOf(block))) seen.add(textOf(to));
    }
    if (best === undefined || seen.size > best.count) best = { id, count: seen.size };
  }
  return best?.id;
}

/** Blocks without a way in that are compared. */
const mostStarts = 50;

function convert(block: OldBlock, reading: Reading): string | undefined {
  const { work } = reading;
  switch (block.kind) {
    case '__send_message__':
      return message(block, reading);
    case '__text__':
      return member(block.json, 'virtual') === true
        ? keepChoice(block, reading)
        : question(block, 'ask_question', reading);
    case '__email__':
      return question(block, 'ask_email', reading);
    case '__get_image__':
      return question(block, 'ask_file', reading);
    case '__choice__':
      return routes(block, reading);
    case '__field_exists__':
      return fieldExists(block, reading);
    case '__send_request__':
      return request(block, reading);
    default: {
      const said = `The block ${excerpt(block.kind)} does nothing here.`;
      work.report(block.element, ['lost', 'integration-unknown', said]);
      const [exit] = Object.keys(nextOf(block));
      return exit === undefined ? undefined : reading.follow(block, exit);
    }
  }
}

/** Says the parts of a message. Buttons at the end are asked with the block behind them. */
function message(block: OldBlock, reading: Reading): string | undefined {
  const { work } = reading;
  const next = reading.follow(block, 'success');
  const responses = listOf(member(block.json, 'responses'));
  if (responses.length === 0) {
    work.report(block.element, ['carried', 'carried', 'A message without words says nothing, and is left out.']);
    return next;
  }
  const steps = responses.map((response, at): Step => {
    const element = { path: block.element.path, pointer: pointerTo(block.element.pointer, 'responses', at) };
    return (to) => {
      const entity = textOf(member(response, 'entity'));
      if (entity === 'image') return image(response, element, block, reading, to);
      const isLast = at === responses.length - 1;
      return isLast && entity === 'button'
        ? buttons(response, element, block, reading, to)
        : text(response, element, block, reading, to);
    };
  });
  return chain(work, [wait(block, reading), ...steps], next);
}

/** Seconds that the source waits before it says something. */
function wait({ json, element, column }: OldBlock, { work }: Reading): Step {
  return (to) => {
    const seconds =
      numberOf(textOf(member(json, 'delaytime')).replace(',', '.')) ?? numberOf(member(json, 'delaytime'));
    work.report(element, ['carried', 'carried', 'The message is a message.'], to);
    if (seconds === undefined || seconds < 0.1 || !work.at.has('wait')) return to;
    return work.add('wait', { seconds: Math.min(seconds, 25), typing: true }, [['$success', to]], column);
  };
}

function text(
  response: JsonValue,
  element: SourcePlace,
  block: OldBlock,
  { work, fieldOf }: Reading,
  to: string | undefined,
): string | undefined {
  const said = readMessage(textOf(member(response, 'text')), fieldOf);
  if (said.hasHtml) reportHtml(work, element);
  if (said.params === undefined) {
    if (!said.hasHtml)
      work.report(element, ['carried', 'carried', 'A text without words says nothing, and is left out.']);
    return to;
  }
  const key = work.add('send_text', said.params, [['$success', to]], block.column, { id: block.id });
  work.report(element, ['carried', 'carried', 'The bot says the text.'], key);
  if (listOf(member(response, 'buttons')).length > 0) {
    work.report(element, ['lost', 'choice-limit', 'The buttons in the middle of a message are left out.'], key);
  }
  return key;
}

function reportHtml(work: BotWork, element: SourcePlace): void {
  work.report(element, ['changed', 'html-removed', 'HTML and its scripts are gone; the words stay.']);
}

function image(
  response: JsonValue,
  element: SourcePlace,
  block: OldBlock,
  { work, fieldOf }: Reading,
  to: string | undefined,
): string | undefined {
  const url = readMessage(textOf(member(response, 'path')), fieldOf).plain.trim();
  if (!isWebAddress(url)) {
    work.report(element, ['lost', 'media-kind', `The image has no address on the web: ${excerpt(url)}.`]);
    return to;
  }
  const key = work.add('send_media', { url, media_type: 'image' }, [['$success', to]], block.column, { id: block.id });
  work.report(element, ['carried', 'carried', 'The image is sent as media.'], key);
  return key;
}

/** Buttons, and the block behind them that reads the answer. @spec IL3 */
function buttons(
  response: JsonValue,
  element: SourcePlace,
  block: OldBlock,
  reading: Reading,
  to: string | undefined,
): string | undefined {
  const { work, blocks, fieldOf } = reading;
  const labels = listOf(member(response, 'buttons')).map((label) =>
    withoutMarks(readMessage(textOf(label), fieldOf).plain),
  );
  const said = readMessage(textOf(member(response, 'text')), fieldOf);
  const answered = blocks.get(textOf(memberAt(block.json, 'next', 'success')));
  if (labels.length === 0) return text(response, element, block, reading, to);
  if (said.hasHtml) reportHtml(work, element);
  const elementOf = (at: number): SourcePlace => ({
    path: element.path,
    pointer: pointerTo(element.pointer, 'buttons', at),
  });
  const common = { text: said.params, element, id: block.id };
  let key: string;
  if (answered?.kind === '__choice__') {
    const { ways, otherwise } = waysOf(answered, labels, hidesTyping(block, response), reading);
    key = offer(work, block.column, {
      ...common,
      destination: reading.lastChoice,
      choices: labels.map(
        (label, at): Choice => ({ label, words: ways[at]?.words ?? [], to: ways[at]?.to, element: elementOf(at) }),
      ),
      exits: otherwise === undefined ? {} : { invalid: { attempts: 1, to: otherwise } },
    });
    const canType = !hidesTyping(block, response);
    const isExitMissing = canType && otherwise !== undefined && !work.at.hasParam('buttons', 'exits');
    if (isExitMissing) {
      const message = 'An answer that is no choice is asked again, and does not lead on.';
      work.report(answered.element, ['lost', 'choice-limit', message], key);
    }
  } else {
    const isSaved = answered?.kind === '__text__' && member(answered.json, 'virtual') !== true;
    const destination = isSaved ? fieldOf(variableOf(answered)) : reading.lastChoice;
    const behind = isSaved ? reading.follow(answered, 'success') : to;
    key = offer(work, block.column, {
      ...common,
      destination,
      choices: labels.map((label, at): Choice => ({ label, to: behind, element: elementOf(at) })),
    });
    if (isSaved) {
      const message = 'The visitor chooses one of the buttons, and cannot type another answer.';
      work.report(element, ['changed', 'choice-limit', message], key);
    }
  }
  work.report(element, ['carried', 'carried', 'The buttons are buttons.'], key);
  return key;
}

/** Where the labels lead: by the first way out whose word is in the label. */
function waysOf(
  choice: OldBlock,
  labels: readonly string[],
  isTypingHidden: boolean,
  reading: Reading,
): { readonly ways: readonly { words: string[]; to: string | undefined }[]; readonly otherwise: string | undefined } {
  const exits = Object.keys(nextOf(choice));
  const otherwise = exits.find((exit) => exit === 'failed') ?? exits.find((exit) => exit === 'default');
  const words = exits.filter((exit) => exit !== 'failed' && exit !== 'default');
  const fallback = otherwise === undefined ? undefined : reading.follow(choice, otherwise);
  const chosen = labels.map((label) => {
    const inLabel = folded(label).split(/[^\p{L}\p{N}_'&]+/u);
    return words.find((word) => inLabel.includes(folded(word))) ?? words.find((word) => word === 'success');
  });
  const ways = chosen.map((word) => ({
    words: [] as string[],
    to: word === undefined ? fallback : reading.follow(choice, word),
  }));
  for (const word of words) {
    const target = reading.follow(choice, word);
    const same = ways.find(({ to }) => to !== undefined && to === target);
    if (same !== undefined && word !== 'success') same.words.push(word);
    else if (same === undefined && isTypingHidden) {
      const message = `No button leads to the way out ${excerpt(word)}, and the text field is hidden: nobody could take it.`;
      reading.work.report(choice.element, ['carried', 'carried', message]);
    } else if (same === undefined) {
      const message = `No button leads to the way out ${excerpt(word)}, which only a typed answer could take.`;
      reading.work.report(choice.element, ['lost', 'choice-limit', message]);
    }
  }
  return { ways, otherwise: fallback };
}

const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Whether the source has no text field while it asks. */
function hidesTyping({ json }: OldBlock, response: JsonValue): boolean {
  return [
    member(json, 'hidetextbox'),
    memberAt(json, 'features', 'hide_textbox'),
    memberAt(response, 'extra', 'hide_textbox'),
  ].includes(true);
}

/** A choice that no buttons lead to offers its words. */
function routes(block: OldBlock, reading: Reading): string | undefined {
  const { work, asked } = reading;
  const exits = Object.keys(nextOf(block));
  const otherwise = exits.find((exit) => exit === 'failed') ?? exits.find((exit) => exit === 'default');
  const words = exits.filter((exit) => exit !== 'failed' && exit !== 'default' && exit !== 'success');
  if (asked.has(block.id)) {
    work.report(block.element, ['carried', 'carried', 'The choice is one with the buttons before it.']);
    return undefined;
  }
  if (words.length === 0) {
    work.report(block.element, ['carried', 'carried', 'A choice of nothing asks nothing, and is left out.']);
    return reading.follow(block, otherwise ?? 'success');
  }
  const key = offer(work, block.column, {
    choices: words.map((word) => ({
      label: word,
      to: reading.follow(block, word),
      element: { path: block.element.path, pointer: pointerTo(block.element.pointer, 'next', word) },
    })),
    destination: reading.lastChoice,
    element: block.element,
    exits: otherwise === undefined ? {} : { invalid: { attempts: 1, to: reading.follow(block, otherwise) } },
    id: block.id,
  });
  const message = 'The words that the answer may have are offered as buttons.';
  work.report(block.element, ['changed', 'choice-limit', message], key);
  return key;
}

/** The name of the variable that a block saves. */
function variableOf({ json }: OldBlock): string {
  const field = textOf(member(json, 'field'));
  return field === 'custom' ? textOf(member(json, 'custom_field')) || 'answer' : field || 'answer';
}

function question(block: OldBlock, name: string, reading: Reading): string | undefined {
  const { work, fieldOf } = reading;
  const next = reading.follow(block, 'success');
  const failed = 'failed' in nextOf(block) ? reading.follow(block, 'failed') : undefined;
  const hasExit = failed !== undefined && work.at.hasParam(name, 'exits');
  const key = work.add(
    name,
    {
      text: '…',
      quiet: true,
      destination: fieldOf(variableOf(block)),
      exits: hasExit ? [{ id: 'invalid', attempts: 1 }] : undefined,
    },
    [['$success', next], ...(hasExit ? [['$invalid', failed] as const] : [])],
    block.column,
    { id: block.id },
  );
  work.report(block.element, ['carried', 'carried', 'The question is a question.'], key);
  if (failed !== undefined && !hasExit && name !== 'ask_question') {
    const message = 'After a wrong answer the question is asked again, without the words of the way out “failed”.';
    work.report(block.element, ['changed', 'wording-dropped', message], key);
  }
  return key;
}

/** A block that saves the last answer, and asks nothing. @spec IL5 */
function keepChoice(block: OldBlock, reading: Reading): string | undefined {
  const { work, fieldOf, lastChoice } = reading;
  const params = { field: fieldOf(variableOf(block)), action: 'SET', value: `@{${lastChoice}}` };
  const key = work.add('set_a_field', params, [['success', reading.follow(block, 'success')]], block.column, {
    id: block.id,
  });
  work.report(block.element, ['carried', 'carried', 'The last choice is kept in a Field.'], key);
  return key;
}

function fieldExists(block: OldBlock, reading: Reading): string | undefined {
  const { work, fieldOf } = reading;
  const params = { match: 'all', conditions: [{ field: fieldOf(variableOf(block)), operator: 'is_set' }] };
  const key = work.add(
    'conditions',
    params,
    [
      ['true', 'success' in nextOf(block) ? reading.follow(block, 'success') : undefined],
      ['false', 'failed' in nextOf(block) ? reading.follow(block, 'failed') : undefined],
    ],
    block.column,
    { id: block.id },
  );
  work.report(block.element, ['carried', 'carried', 'The condition is a condition.'], key);
  return key;
}

function request(block: OldBlock, reading: Reading): string | undefined {
  const { work, fieldOf } = reading;
  const next = reading.follow(block, 'success');
  const url = readMessage(textOf(member(block.json, 'url')), fieldOf).plain.trim();
  if (!isWebAddress(url)) {
    work.report(block.element, ['lost', 'integration-unknown', `The request has no address: ${excerpt(url)}.`]);
    return next;
  }
  const method = textOf(member(block.json, 'method')).toUpperCase();
  const headers = member(block.json, 'headers');
  const data = member(block.json, 'data');
  const key = work.add(
    'webhook',
    {
      url,
      method: work.at.allows('webhook', 'method', method) ? method : 'POST',
      headers: isObject(headers)
        ? Object.entries(headers).flatMap(([name, value]) => (written(value) === undefined ? [] : [{ name, value }]))
        : undefined,
      body: data === undefined || data === null ? undefined : readMessage(JSON.stringify(data), fieldOf).plain,
    },
    [
      ['$success', next],
      ['$failed', next],
    ],
    block.column,
    { id: block.id },
  );
  work.report(block.element, ['carried', 'carried', 'The request is a webhook.'], key);
  return key;
}

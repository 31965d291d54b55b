import type { JsonValue } from '@botwright/core/diagram';
import { chain, type SourcePlace, type Step } from '../bot-work.ts';
import type { Finding } from '../finished-bot.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import { asMarkdown, hasMarks } from '../markdown.ts';
import { excerpt, isWebAddress, withoutAbsent, withoutReferences } from '../plain-texts.ts';
import { type Part, sayPart } from '../saying.ts';
import type { Reading, Scope } from './reading.ts';
import type { Body, Template } from './templates.ts';

/** A text of a template as written, with `${expression}` in it. */
type Raw = string;

/** The messages of a template: one of some texts, then cards; or one of several cases. */
export type Expansion =
  | {
      readonly kind: 'said';
      readonly texts: readonly Raw[];
      readonly cards: readonly Card[];
      /** The labels that the visitor may press. */
      readonly choices: readonly Raw[];
    }
  | { readonly kind: 'cases'; readonly cases: readonly { readonly condition?: string; readonly of: Expansion }[] };

interface Card {
  readonly text: Raw;
  readonly image: Raw;
  readonly media: Raw;
  readonly mediaType: string;
  readonly pages: readonly { readonly label: Raw; readonly url: Raw }[];
}

const nothing: Expansion = { kind: 'said', texts: [], cards: [], choices: [] };
/** Nested templates, and all templates of one text. */
const deepest = 12;
const mostTemplates = 400;
const mostVariations = 21;
/** UTF-16 units of a text with the templates in it. */
const longestText = 50_000;

interface Expander {
  readonly find: (name: string) => Template | undefined;
  left: number;
}

/** Replaces templates in a text by their messages. @spec IO3 */
export function expand({ source, budget }: Reading, { dialog }: Scope, text: string): Expansion {
  const generator = textOf(member(dialog.json, 'generator')).replace(/\.lg$/i, '').toLowerCase();
  const own = source.templates.get(generator) ?? source.templates.get(dialog.id.toLowerCase());
  const left = Math.min(mostTemplates, budget.templates);
  const expander: Expander = { find: (name) => own?.get(name) ?? source.allTemplates.get(name), left };
  const expansion = expandText(text, new Map(), expander, 0);
  budget.templates -= left - Math.max(expander.left, 0);
  return expansion;
}

type Arguments = ReadonlyMap<string, string>;

function expandText(given: Raw, args: Arguments, expander: Expander, depth: number): Expansion {
  const text = withArguments(given, args);
  if (text.length > longestText) return nothing;
  const alone = expressionsIn(text);
  if (alone.length === 1 && alone[0]?.whole === text.trim()) {
    const called = callIn(alone[0].inner, expander, depth);
    if (called !== undefined) return called;
  }
  let texts: readonly Raw[] = [text];
  let cards: readonly Card[] = [];
  let choices: readonly Raw[] = [];
  for (const { whole, inner } of alone) {
    const called = callIn(inner, expander, depth);
    if (called === undefined) continue;
    const said = saidOf(called);
    const found = said.texts.length === 0 ? [''] : said.texts;
    const count = Math.min(Math.max(texts.length, found.length), mostVariations);
    texts = Array.from({ length: count }, (_each, at) =>
      (texts[at % texts.length] ?? '').replace(whole, () => found[at % found.length] ?? '').slice(0, longestText),
    );
    cards = [...cards, ...said.cards];
    choices = [...choices, ...said.choices];
  }
  return { kind: 'said', texts, cards, choices };
}

/** The last case stands for all where a text cannot choose. */
function saidOf(expansion: Expansion): Extract<Expansion, { readonly kind: 'said' }> {
  let found = expansion;
  for (let depth = 0; found.kind === 'cases' && depth < deepest; depth += 1) found = found.cases.at(-1)?.of ?? nothing;
  return found.kind === 'said' ? found : (nothing as Extract<Expansion, { readonly kind: 'said' }>);
}

/** `Name(arguments)` of a known template. */
function callIn(inner: string, expander: Expander, depth: number): Expansion | undefined {
  const [, name = '', given = ''] = /^([A-Za-z_][\w.]*)\(([\s\S]*)\)$/.exec(inner.trim()) ?? [];
  if (name === '' || depth > deepest) return undefined;
  if (name === 'json') {
    const called = callIn(given, expander, depth + 1);
    return called === undefined ? undefined : adaptiveCard(saidOf(called).texts[0] ?? '');
  }
  const template = expander.find(name);
  if (template === undefined) return undefined;
  expander.left -= 1;
  if (expander.left < 0) return nothing;
  const list = splitList(given, ',');
  const args = new Map(template.params.map((param, at) => [param, list[at]?.trim() ?? "''"] as const));
  return expandBody(template.body, args, expander, depth + 1);
}

function expandBody(body: Body, args: Arguments, expander: Expander, depth: number): Expansion {
  if (body.kind === 'cases') {
    return {
      kind: 'cases',
      cases: body.cases.map(({ condition, body: inner }) => {
        const of = expandBody(inner, args, expander, depth);
        return condition === undefined
          ? { of }
          : { condition: withArguments(`\${${condition}}`, args).slice(2, -1), of };
      }),
    };
  }
  if (body.kind === 'structure') return expandStructure(body, args, expander, depth);
  const all = body.texts.map((text) => expandText(text, args, expander, depth));
  const [first] = all;
  if (first === undefined) return nothing;
  if (all.length === 1) return first;
  const said = all.map(saidOf);
  return {
    kind: 'said',
    texts: said.flatMap(({ texts }) => texts).slice(0, mostVariations),
    cards: said[0]?.cards ?? [],
    choices: said[0]?.choices ?? [],
  };
}

function expandStructure(
  { type, members }: Extract<Body, { readonly kind: 'structure' }>,
  args: Arguments,
  expander: Expander,
  depth: number,
): Expansion {
  const get = (...names: readonly string[]): Raw => members.find(([name]) => names.includes(name))?.[1] ?? '';
  const text = (...names: readonly string[]): Raw => {
    const value = get(...names);
    return value === '' ? '' : (saidOf(expandText(value, args, expander, depth + 1)).texts[0] ?? '');
  };
  const list = (...names: readonly string[]): readonly Expansion[] =>
    splitList(get(...names), '|')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => expandText(each, args, expander, depth + 1));
  if (type === 'activity' || type === 'suggestedactions' || type === 'message') {
    const said = get('text') === '' ? nothing : expandText(get('text'), args, expander, depth + 1);
    const attached = list('attachments', 'attachment').map(saidOf);
    const suggested = list('suggestedactions').map(saidOf);
    const own = saidOf(said);
    const extra = {
      cards: [...own.cards, ...attached.flatMap(({ cards }) => cards)],
      choices: [
        ...own.choices,
        ...[...attached, ...suggested].flatMap(({ choices, texts }) => [
          ...choices,
          ...(suggested.length > 0 ? texts : []),
        ]),
      ],
    };
    if (said.kind === 'cases' && extra.cards.length === 0 && extra.choices.length === 0) return said;
    return { kind: 'said', texts: own.texts, ...extra };
  }
  if (type === 'cardaction') {
    const isPage = /openurl|signin/i.test(text('type'));
    const label = text('title', 'text');
    if (!isPage) return { kind: 'said', texts: [], cards: [], choices: [label || text('value')] };
    return { kind: 'said', texts: [], choices: [], cards: [emptyCard({ pages: [{ label, url: text('value') }] })] };
  }
  const buttons = list('buttons', 'button').map(saidOf);
  const words = [text('title'), text('subtitle'), text('text')].filter((each) => each.trim() !== '');
  const card = emptyCard({
    text: words.join('\n'),
    image: splitList(text('image', 'images'), '|')[0] ?? '',
    media: text('media', 'contenturl'),
    mediaType: type.startsWith('video') ? 'video' : type.startsWith('audio') ? 'audio' : 'image',
    pages: buttons.flatMap(({ cards }) => cards.flatMap(({ pages }) => pages)),
  });
  return {
    kind: 'said',
    texts: [],
    cards: [card],
    choices: buttons.flatMap(({ choices, texts }) => [...choices, ...texts]),
  };
}

const emptyCard = (given: Partial<Card>): Card => ({
  text: '',
  image: '',
  media: '',
  mediaType: 'image',
  pages: [],
  ...given,
});

/** The texts and pictures of an adaptive card. */
function adaptiveCard(text: string): Expansion {
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch {
    return nothing;
  }
  const words: string[] = [];
  const pages: { label: string; url: string }[] = [];
  const choices: string[] = [];
  let image = '';
  const visit = (value: JsonValue | undefined, depth: number): void => {
    if (depth > deepest) return;
    for (const each of listOf(value)) {
      const type = textOf(member(each, 'type'));
      const label = textOf(member(each, 'title'));
      if (type === 'TextBlock') words.push(textOf(member(each, 'text')));
      else if (type === 'Image' && image === '') image = textOf(member(each, 'url'));
      else if (type === 'Action.OpenUrl') pages.push({ label, url: textOf(member(each, 'url')) });
      else if (type === 'Action.Submit' && label !== '') choices.push(label);
      if (!isObject(each)) continue;
      for (const name of ['body', 'items', 'columns', 'actions', 'facts']) visit(each[name], depth + 1);
      if (isObject(each['selectAction'])) visit([each['selectAction']], depth + 1);
    }
  };
  visit([json], 0);
  const said = words.filter((word) => word.trim() !== '').join('\n');
  return { kind: 'said', texts: [], choices, cards: [emptyCard({ text: said, image, pages })] };
}

/** Splits a list at a sign outside of brackets and texts. */
function splitList(text: string, sign: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = sign === ',' ? character : '';
    else if ('({['.includes(character)) depth += 1;
    else if (')}]'.includes(character)) depth -= 1;
    if (character === sign && depth <= 0 && quote === '') parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The `${expression}`s of a text. */
function expressionsIn(text: string): readonly { readonly whole: string; readonly inner: string }[] {
  const found: { whole: string; inner: string }[] = [];
  for (let at = text.indexOf('${'); at !== -1; at = text.indexOf('${', at + 2)) {
    let depth = 0;
    let end = at + 1;
    for (; end < text.length; end += 1) {
      if (text[end] === '{') depth += 1;
      else if (text[end] === '}') {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    if (depth !== 0) break;
    found.push({ whole: text.slice(at, end + 1), inner: text.slice(at + 2, end) });
  }
  return found;
}

/** Puts the arguments of a template in the place of its params. */
function withArguments(text: Raw, args: Arguments): Raw {
  if (args.size === 0) return text;
  return expressionsIn(text).reduce((filled, { whole, inner }) => {
    const replaced = inner.replace(
      /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.$@#])[A-Za-z_]\w*(?!\w*\s*\()/g,
      (token) => args.get(token) ?? token,
    );
    return filled.replace(whole, () => `\${${replaced}}`);
  }, text);
}

/** A text with Fields, and the formulas that it needs before it is said. */
interface Filled {
  readonly text: string;
  readonly formulas: readonly { readonly expression: string; readonly destination: string }[];
  readonly dropped: readonly string[];
}

/** Fills `${expression}`: a Field, or the result of a formula. */
export function fill(reading: Reading, { dialog }: Scope, raw: Raw): Filled {
  const formulas: { expression: string; destination: string }[] = [];
  const dropped: string[] = [];
  const safe = withoutReferences(raw);
  const text = expressionsIn(safe).reduce((filled, { whole, inner }) => {
    const read = reading.memory.value(inner, dialog.id);
    let value = '';
    if (read.kind === 'text') value = read.text;
    else if (read.kind === 'value') value = String(read.value);
    else if (read.kind === 'formula') {
      const destination = reading.computed();
      formulas.push({ expression: read.expression, destination });
      value = `@{${destination}}`;
    } else dropped.push(inner);
    return filled.replace(whole, () => value);
  }, safe);
  return { text: text.replace(/\\n/g, '\n').replace(/\\([#[\]-])/g, '$1'), formulas, dropped };
}

/** The messages of an activity, as parts, with the formulas before them. */
export interface Prompt {
  /** Blocks before the parts. */
  readonly steps: readonly Step[];
  readonly parts: readonly Part[];
  readonly choices: readonly string[];
}

/** Reads an activity. Cases are blocks before the parts. */
export function readPrompt(reading: Reading, scope: Scope, given: JsonValue | undefined, element: SourcePlace): Prompt {
  const raw = textOf(given);
  if (raw.trim() === '') return { steps: [], parts: [], choices: [] };
  return promptOf(reading, scope, expand(reading, scope, raw), element);
}

function promptOf(reading: Reading, scope: Scope, expansion: Expansion, element: SourcePlace): Prompt {
  if (expansion.kind === 'cases') {
    return { steps: [(next) => sayCases(reading, scope, expansion, element, next)], parts: [], choices: [] };
  }
  const formulas: { expression: string; destination: string }[] = [];
  const finish = (text: Raw): string => {
    const filled = fill(reading, scope, text);
    formulas.push(...filled.formulas);
    for (const code of filled.dropped) {
      const finding: Finding = ['lost', 'code-not-translated', `The text lacks the result of ${excerpt(code)}.`];
      reading.say(element, finding);
    }
    return filled.text.trim();
  };
  const parts: Part[] = [];
  const choices = expansion.choices.map(finish).filter((choice) => choice !== '');
  const inlined: string[] = [];
  const texts = expansion.texts
    .map((text) =>
      finish(text).replace(/^[ \t]*\[Suggestions=([^\]]*)\][ \t]*\n?/gim, (_whole, list: string) => {
        inlined.push(...list.split('|').map((each) => each.trim()));
        return '';
      }),
    )
    .filter((text) => text.trim() !== '');
  const text = asText([...new Set(texts)]);
  if (text !== undefined) parts.push(text);
  for (const card of expansion.cards) {
    const words = finish(card.text);
    const [image, media] = [finish(card.image), finish(card.media)];
    const shown: readonly (readonly [string, string])[] = [
      [image, 'image'],
      [media, card.mediaType],
    ];
    let isCaptioned = false;
    for (const [url, mediaType] of shown) {
      if (url === '') continue;
      if (!isWebAddress(url)) {
        reading.say(element, ['lost', 'media-kind', `The picture has no address on the web: ${excerpt(url)}.`]);
        continue;
      }
      const caption = words === '' || isCaptioned ? undefined : words;
      isCaptioned = true;
      parts.push({ kind: 'media', params: withoutAbsent({ url, media_type: mediaType, caption }) });
    }
    const alone = isCaptioned ? undefined : asText([words].filter((each) => each !== ''));
    if (alone !== undefined) parts.push(alone);
    for (const { label, url } of card.pages) {
      const address = finish(url);
      if (isWebAddress(address)) parts.push({ kind: 'page', url: address, label: finish(label) || address });
    }
  }
  const steps = formulas.map(
    ({ expression, destination }): Step =>
      (next) =>
        reading.work.add(
          'formulas',
          { expression, destination },
          [
            ['$success', next],
            ['$failed', next],
          ],
          scope.column,
        ),
  );
  return { steps, parts, choices: [...choices, ...new Set(inlined)] };
}

function asText(texts: readonly string[]): Part | undefined {
  if (texts.length === 0) return undefined;
  const isMarked = texts.some(hasMarks);
  const [text, ...variations] = isMarked ? texts.map(asMarkdown) : texts;
  return {
    kind: 'text',
    params: withoutAbsent({
      text,
      variations: variations.length === 0 ? undefined : variations.slice(0, 20),
      format: isMarked ? 'markdown' : undefined,
    }),
  };
}

function sayCases(
  reading: Reading,
  scope: Scope,
  { cases }: Extract<Expansion, { readonly kind: 'cases' }>,
  element: SourcePlace,
  next: string | undefined,
): string | undefined {
  const { work, memory, say } = reading;
  let otherwise = next;
  for (const { condition, of } of [...cases].reverse()) {
    const { steps, parts } = promptOf(reading, scope, of, element);
    const to = chain(work, [...steps, ...partSteps(reading, scope, parts)], next);
    if (condition === undefined) {
      otherwise = to;
      continue;
    }
    const read = memory.condition(condition, scope.dialog.id);
    if (read.kind === 'unknown') {
      say(element, ['lost', 'condition-formula', `The condition ${excerpt(condition)} has no form, and never holds.`]);
    } else if (read.kind === 'constant') otherwise = read.holds ? to : otherwise;
    else {
      otherwise = work.add(
        'conditions',
        { match: 'all', conditions: [{ formula: read.expression }] },
        [
          ['true', to],
          ['false', otherwise],
        ],
        scope.column,
      );
    }
  }
  return otherwise;
}

export const partSteps = ({ work }: Reading, { column }: Scope, parts: readonly Part[]): readonly Step[] =>
  parts.map(
    (part): Step =>
      (next) =>
        sayPart(work, part, column, next),
  );

import type { InlineMark } from './rich-text.ts';
import { type CountWork, placeholder, richBounds, type TemplateInline, type TemplateText } from './template.ts';

/** A part of a text with a meaning, from its first to behind its last character. */
type Mark =
  | { readonly t: 'escape'; readonly end: number }
  | { readonly t: 'written'; readonly end: number }
  | { readonly t: InlineMark; readonly end: number; readonly from: number; readonly to: number }
  | { readonly t: 'a'; readonly end: number; readonly from: number; readonly to: number; readonly address: string };

/** A run of `*`, or `~~`, that is not yet part of a mark. */
interface Run {
  readonly character: string;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Where the run begins in the text. */
  readonly at: number;
  readonly length: number;
  /** The rest of the run. */
  start: number;
  left: number;
  before: Run | undefined;
  after: Run | undefined;
}

interface Bracket {
  readonly at: number;
  readonly isPicture: boolean;
  /** The last run before it. */
  readonly run: Run | undefined;
}

interface Scan {
  readonly text: string;
  readonly fieldAt: ReadonlyMap<number, string>;
  readonly count: CountWork;
  readonly marks: Map<number, Mark>;
  last: Run | undefined;
}

/**
 * Parses the text of one paragraph or item, as CommonMark does. A reference is a `placeholder` in the text.
 *
 * @param fields - Names of the references, in order.
 * @param mostLinks - Links beyond this number are text.
 * @spec RX3, RX5, RX6, RX7
 */
export function parseInlines(
  text: string,
  fields: readonly string[],
  mostLinks: number,
  count: CountWork,
): { readonly inlines: readonly TemplateInline[]; readonly links: number } {
  count(2 * text.length);
  const fieldAt = new Map<number, string>();
  let at = -1;
  for (const field of fields) {
    at = text.indexOf(placeholder, at + 1);
    fieldAt.set(at, field);
  }
  const scan: Scan = { text, fieldAt, count, marks: new Map(), last: undefined };
  findMarks(scan);
  return buildInlines(scan, mostLinks);
}

const punctuation = /[!-/:-@[-`{-~]/;

function findMarks(scan: Scan): void {
  const { text, marks } = scan;
  const codeEnd = findCode(text);
  const brackets: Bracket[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at];
    const begin = at;
    at += 1;
    if (character === '\\' && punctuation.test(text[at] ?? '')) {
      at += 1;
      marks.set(begin, { t: 'escape', end: at });
    } else if (character === '`') {
      at = runEnd(text, begin);
      const end = isFence(text, begin, at) ? undefined : codeEnd(begin, at);
      if (end !== undefined) {
        marks.set(begin, { t: 'code', end, from: at, to: end - (at - begin) });
        at = end;
      }
    } else if (character === '*' || character === '~') {
      at = runEnd(text, begin);
      if (character === '*' || at - begin === 2) addRun(scan, character, begin, at);
    } else if (character === '[') {
      brackets.push({ at: begin, isPicture: text[begin - 1] === '!' && !marks.has(begin - 2), run: scan.last });
    } else if (character === ']') {
      at = closeBracket(scan, brackets, begin);
    }
  }
  pairRuns(scan, undefined);
}

function runEnd(text: string, begin: number): number {
  let end = begin + 1;
  while (text[end] === text[begin]) end += 1;
  return end;
}

/** A line that begins or ends a block of code in Markdown. */
function isFence(text: string, begin: number, end: number): boolean {
  if (end - begin < 3 || (begin > 0 && text[begin - 1] !== '\n')) return false;
  const line = text.slice(end, (text.indexOf('\n', end) + 1 || text.length + 1) - 1);
  return !line.includes('`');
}

/** Finds the end of code: the next run of as many backticks. Calls come in the order of the text. */
function findCode(text: string): (begin: number, end: number) => number | undefined {
  let runs: Map<number, number[]> | undefined;
  return (begin, end) => {
    if (runs === undefined) {
      runs = new Map();
      for (const { 0: run, index } of text.matchAll(/`+/g)) {
        const ends = runs.get(run.length) ?? [];
        ends.push(index + run.length);
        runs.set(run.length, ends);
      }
      for (const ends of runs.values()) ends.reverse();
    }
    const length = end - begin;
    const ends = runs.get(length) ?? [];
    while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) < end + length) ends.pop();
    return ends.at(-1);
  };
}

function addRun(scan: Scan, character: string, start: number, end: number): void {
  const before = kindOf(characterBefore(scan.text, start));
  const after = kindOf(characterAt(scan.text, end));
  const run: Run = {
    character,
    canOpen: after !== 'space' && (after !== 'sign' || before !== 'letter'),
    canClose: before !== 'space' && (before !== 'sign' || after !== 'letter'),
    at: start,
    length: end - start,
    start,
    left: end - start,
    before: scan.last,
    after: undefined,
  };
  if (scan.last !== undefined) scan.last.after = run;
  scan.last = run;
}

function kindOf(character: string): 'space' | 'sign' | 'letter' {
  if (character === '' || /\s/.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'letter';
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(...[text.codePointAt(at)].filter((code) => code !== undefined));
}

function characterBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text[at - 1] ?? '') && /[\ud800-\udbff]/.test(text[at - 2] ?? '');
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

/**
 * Makes marks of the runs after one run: the rules of CommonMark for emphasis. All these runs are used up.
 *
 * @param bottom - Runs up to this one stay.
 */
function pairRuns(scan: Scan, bottom: Run | undefined): void {
  let closer: Run | undefined;
  for (let run = scan.last; run !== bottom; run = run?.before) closer = run;
  /** Runs up to these places cannot open for a closer of this kind. */
  const lowest = new Map<string, number>();
  while (closer !== undefined) {
    scan.count(1);
    const next: Run | undefined = closer.after;
    if (!closer.canClose) {
      closer = next;
      continue;
    }
    const kind = `${closer.character}${closer.canOpen}${closer.length % 3}`;
    const least = lowest.get(kind) ?? bottom?.at ?? -1;
    let opener = closer.before;
    while (opener !== undefined && opener.at > least && !canPair(opener, closer)) {
      scan.count(1);
      opener = opener.before;
    }
    if (opener === undefined || opener.at <= least) {
      lowest.set(kind, closer.before?.at ?? -1);
      if (!closer.canOpen) remove(closer);
      closer = next;
      continue;
    }
    pair(scan, opener, closer);
    opener.after = closer;
    closer.before = opener;
    if (opener.left === 0) remove(opener);
    if (closer.left === 0) {
      remove(closer);
      closer = next;
    }
  }
  scan.last = bottom;
  if (bottom !== undefined) bottom.after = undefined;
}

function canPair(opener: Run, closer: Run): boolean {
  if (opener.character !== closer.character || !opener.canOpen) return false;
  if (opener.character === '~' || !(opener.canClose || closer.canOpen)) return true;
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/** The last characters of the opener and the first ones of the closer. */
function pair({ marks }: Scan, opener: Run, closer: Run): void {
  const used = opener.left >= 2 && closer.left >= 2 ? 2 : 1;
  const t = opener.character === '~' ? 's' : used === 2 ? 'b' : 'i';
  opener.left -= used;
  const begin = opener.start + opener.left;
  marks.set(begin, { t, from: begin + used, to: closer.start, end: closer.start + used });
  closer.start += used;
  closer.left -= used;
}

function remove(run: Run): void {
  if (run.before !== undefined) run.before.after = run.after;
  if (run.after !== undefined) run.after.before = run.before;
}

/** @returns The place where the text goes on. */
function closeBracket(scan: Scan, brackets: Bracket[], at: number): number {
  const bracket = brackets.pop();
  const address = bracket && readAddress(scan, at + 1);
  if (bracket === undefined || address === undefined) return at + 1;
  pairRuns(scan, bracket.run);
  const { end } = address;
  if (bracket.isPicture) scan.marks.set(bracket.at, { t: 'written', end });
  else {
    scan.marks.set(bracket.at, { t: 'a', from: bracket.at + 1, to: at, end, address: address.written });
    // A link has no link around it.
    brackets.length = 0;
  }
  return end;
}

/** Deepest brackets in an address: they bound how often a character is read. */
const mostOpen = 8;

/** Reads `(address)`. */
function readAddress(scan: Scan, begin: number): { readonly written: string; readonly end: number } | undefined {
  const { text, count } = scan;
  if (text[begin] !== '(') return undefined;
  const from = skipSpace(scan, begin + 1);
  if (text[from] === '<') return undefined;
  let to = from;
  let open = 0;
  for (; to < text.length && !isSpaceOrControl(text.charCodeAt(to)); to += 1) {
    count(1);
    if (text[to] === '\\' && punctuation.test(text[to + 1] ?? '')) to += 1;
    else if (text[to] === '(') open += 1;
    else if (text[to] === ')' && open === 0) break;
    else if (text[to] === ')') open -= 1;
    if (open > mostOpen) return undefined;
  }
  const end = skipSpace(scan, to);
  if (to === from || open > 0 || text[end] !== ')') return undefined;
  const parts = partsOf(scan, from, to).map((part) =>
    // A brace that the author wrote begins no reference.
    typeof part === 'string' ? unescaped(part).replaceAll('{', '%7B') : `@{${part.field}}`,
  );
  return { written: parts.join(''), end: end + 1 };
}

function isSpaceOrControl(code: number): boolean {
  return code <= 0x20 || code === 0x7f;
}

function skipSpace({ text, count }: Scan, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n') {
    count(1);
    at += 1;
  }
  return at;
}

function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The source text of a range. */
function partsOf({ text, fieldAt }: Scan, from: number, to: number): TemplateText {
  let at = from - 1;
  return text
    .slice(from, to)
    .split(placeholder)
    .flatMap((part) => {
      const field = fieldAt.get(at);
      at += part.length + 1;
      return [...(field === undefined ? [] : [{ field }]), ...(part === '' ? [] : [part])];
    });
}

function buildInlines(scan: Scan, mostLinks: number): ReturnType<typeof parseInlines> {
  const { text, marks, fieldAt } = scan;
  let links = 0;
  const build = (from: number, to: number, level: number): readonly TemplateInline[] => {
    const built: TemplateInline[] = [];
    const add = (part: TemplateInline): void => {
      const last = built.at(-1);
      if (typeof part === 'string' && typeof last === 'string') built[built.length - 1] = last + part;
      else if (part !== '') built.push(part);
    };
    let begin = from;
    for (let at = from; at < to; ) {
      const mark = marks.get(at);
      const field = mark === undefined ? fieldAt.get(at) : undefined;
      if (mark === undefined && field === undefined) {
        at += 1;
        continue;
      }
      add(text.slice(begin, at));
      begin = mark?.end ?? at + 1;
      if (field !== undefined) add({ field });
      else if (mark !== undefined) addMark(mark, at, add, level);
      at = begin;
    }
    add(text.slice(begin, to));
    return built;
  };
  const addMark = (mark: Mark, at: number, add: (part: TemplateInline) => void, level: number): void => {
    if (mark.t === 'escape') add(text.slice(at + 1, mark.end));
    else if (mark.t === 'written' || level === richBounds.levels || (mark.t === 'a' && links === mostLinks)) {
      for (const part of partsOf(scan, at, mark.end)) add(part);
    } else if (mark.t === 'a') {
      links += 1;
      const { address } = mark;
      add({ t: 'a', address, c: build(mark.from, mark.to, level + 1), written: partsOf(scan, at, mark.end) });
    } else {
      const { t, from, to } = mark;
      add({ t, c: t === 'code' ? codeOf(partsOf(scan, from, to)) : build(from, to, level + 1) });
    }
  };
  const inlines = build(0, text.length, 0);
  return { inlines, links };
}

/** Lines become one, and one space at each end does not belong to the code. */
function codeOf(parts: TemplateText): TemplateText {
  const code = parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', ' ') : part));
  const [first] = code;
  const last = code.at(-1);
  const isPadded = typeof first === 'string' && first.startsWith(' ') && typeof last === 'string' && last.endsWith(' ');
  if (!isPadded || (code.length === 1 && first.trim() === '')) return code;
  if (code.length === 1) return [first.slice(1, -1)];
  return [first.slice(1), ...code.slice(1, -1), last.slice(0, -1)];
}

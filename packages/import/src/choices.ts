import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { BotWork, Column, SourcePlace } from './bot-work.ts';
import { withoutAbsent } from './plain-texts.ts';

/** A choice that the visitor is offered. */
export interface Choice {
  readonly label: string;
  /** The value of the Field in place of the label. */
  readonly value?: string | undefined;
  /** Other words that choose it. */
  readonly words?: readonly string[];
  readonly to: string | undefined;
  readonly element: SourcePlace;
}

/** What to do when the visitor types no choice so many times. */
export interface Exits {
  readonly invalid?: { readonly attempts: number; readonly to: string | undefined } | undefined;
  readonly timeout?: { readonly seconds: number; readonly to: string | undefined } | undefined;
}

export interface Offer {
  /** Without a text the question is quiet. */
  readonly text?: JsonObject | undefined;
  readonly choices: readonly Choice[];
  readonly destination?: string | undefined;
  readonly errorText?: string | undefined;
  readonly exits?: Exits;
  readonly element: SourcePlace;
  readonly id?: string | undefined;
  /** A Field that has a value is not asked for again. */
  readonly isAskedOnce?: boolean;
}

/** Ids that exits of questions have, and the one of the choice that leads to the next page. */
const reserved: ReadonlySet<string> = new Set(['invalid', 'timeout', 'skipped', 'none', 'more', 'else', 'other']);

/** Unique ids for entries of a list, made of texts. */
export function entryIds(texts: readonly string[]): readonly string[] {
  const taken = new Set<string>(reserved);
  return texts.map((text, at) => {
    const begin =
      text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\w]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .slice(0, 30) || `choice${at + 1}`;
    let id = begin;
    for (let nth = 2; taken.has(id); nth += 1) id = `${begin}_${nth}`;
    taken.add(id);
    return id;
  });
}

/** The param `exits` of a question, and its connections. */
export function exitsOf(
  work: BotWork,
  block: string,
  { invalid, timeout }: Exits,
): { readonly exits: readonly JsonObject[] | undefined; readonly leads: [string, string | undefined][] } {
  if (!work.at.hasParam(block, 'exits')) return { exits: undefined, leads: [] };
  const exits: JsonObject[] = [];
  const leads: [string, string | undefined][] = [];
  if (invalid !== undefined) {
    exits.push({ id: 'invalid', attempts: Math.min(Math.max(Math.round(invalid.attempts), 1), 20) });
    leads.push(['$invalid', invalid.to]);
  }
  if (timeout !== undefined) {
    exits.push({ id: 'timeout', seconds: Math.min(Math.max(Math.round(timeout.seconds), 5), 2_592_000) });
    leads.push(['$timeout', timeout.to]);
  }
  return { exits: exits.length === 0 ? undefined : exits, leads };
}

/** The other words of choices: each chooses one, and is none of the labels. */
function freeWords(choices: readonly Choice[]): readonly (readonly string[])[] {
  const fold = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cc}\p{Cf}]/gu, '')
      .toLowerCase()
      .trim();
  const taken = new Set(choices.map(({ label }) => fold(label)));
  return choices.map(({ words = [] }) => {
    const kept: string[] = [];
    for (const word of words) {
      const folded = fold(word);
      if (folded === '' || taken.has(folded) || kept.length === 20) continue;
      taken.add(folded);
      kept.push(word);
    }
    return kept;
  });
}

/** The words that the block takes: it compares them more finely than this file does. */
function wordsOf(work: BotWork, choices: readonly Choice[]): readonly (readonly string[])[] {
  const words = freeWords(choices);
  const buttons = choices.map(({ label }, at) => ({ id: `choice${at}`, label, words: words[at] as JsonValue }));
  return work.at.accepts('buttons', { buttons }) ? words : choices.map(() => []);
}

/** Offers choices by buttons. More than a block holds continue in a next block. @returns The key of the first block. */
export function offer(work: BotWork, column: Column, given: Offer): string {
  const { choices, text, destination, errorText, element } = given;
  const most = work.at.mostOf('buttons', 'buttons');
  const ids = entryIds(choices.map(({ label, value }) => value ?? label));
  const words = wordsOf(work, choices);
  const entries = choices.map(({ label, value, to }, at) => ({
    entry: withoutAbsent({
      id: ids[at],
      label: label.trim() === '' ? '…' : label,
      value: value === label ? undefined : value,
      words: words[at]?.length === 0 ? undefined : (words[at] as JsonValue),
    }),
    lead: [`$${ids[at]}`, to] as [string, string | undefined],
  }));
  const pages: (typeof entries)[] = [];
  for (let rest = entries; rest.length > 0; ) {
    const isLast = rest.length <= most;
    pages.push(isLast ? rest : rest.slice(0, most - 1));
    rest = isLast ? [] : rest.slice(most - 1);
  }
  const { exits, leads } = exitsOf(work, 'buttons', given.exits ?? {});
  const places = pages.map(() => work.place());
  let first = '';
  for (const [at, page] of pages.entries()) {
    const isLast = at === pages.length - 1;
    const buttons = [...page.map(({ entry }) => entry), ...(isLast ? [] : [{ id: 'more', label: '…' }])];
    const key = work.add(
      'buttons',
      {
        ...(text ?? { text: '…', quiet: true }),
        buttons,
        destination,
        errorText,
        skipIfSet: given.isAskedOnce === true && destination !== undefined && pages.length === 1 ? true : undefined,
        exits: exits as JsonValue | undefined,
      },
      [
        ...page.map(({ lead }) => lead),
        ...(isLast ? [] : [['$more', places[at + 1]] as [string, string | undefined]]),
        ...leads,
      ],
      column,
      { id: at === 0 ? given.id : undefined },
    );
    work.builder.standsFor(places[at] as string, key);
    if (at === 0) first = key;
  }
  if (pages.length > 1) {
    work.report(element, ['changed', 'choice-limit', `The choices are on ${pages.length} pages.`], first);
  }
  for (const { element: each } of choices) {
    work.report(each, ['carried', 'carried', 'The choice is a choice.'], first);
  }
  return first;
}

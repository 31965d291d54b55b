import type { JsonObject } from '@botwright/core/diagram';
import type { NewBlock } from '../diagram/diagram-builder.ts';
import { withoutAbsent } from '../plain-texts.ts';
import { Chain, type Column, type Draft } from './draft.ts';

/** Sentences that lead on by one way. */
export interface Heard {
  readonly name: string;
  readonly phrases: readonly string[];
  /** A place. */
  readonly to: string;
}

export interface Listening {
  readonly heard: readonly Heard[];
  /** The place for everything else. */
  readonly otherwise: string | undefined;
  /** The Field that takes the words of the visitor. */
  readonly destination?: string | undefined;
  /** The language of the sentences, such as `en` or `pt-br`. */
  readonly locale?: string | undefined;
  readonly silence?: Silence | undefined;
}

/** The way of a question out of silence. */
export interface Silence {
  readonly seconds: number;
  /** A place. */
  readonly to: string;
}

/** The entry of `exits` for silence, and its connection. */
export function exitOfSilence(silence: Silence | undefined): {
  readonly exits: readonly JsonObject[];
  readonly leads: NewBlock['leads'];
} {
  if (silence === undefined) return { exits: [], leads: [] };
  return { exits: [{ id: 'timeout', seconds: silence.seconds }], leads: [['$timeout', silence.to]] };
}

/** Bounds of the block `understand`. */
const mostRoutes = 100;
const mostPhrases = 200;
/** Code points. */
const longestPhrase = 200;
/** UTF-16 units of all sentences of a block. */
const mostUnits = 262_144;

/** Sentences as a route takes them: trimmed, different, short. */
export function phrasesOf(given: readonly string[]): { readonly phrases: readonly string[]; readonly dropped: number } {
  const all = [...new Set(given.map((each) => each.replace(/\s+/g, ' ').trim()))].filter((each) => each !== '');
  const short = all.filter((each) => [...each].length <= longestPhrase);
  const phrases = short.slice(0, mostPhrases);
  return { phrases, dropped: all.length - phrases.length };
}

/**
 * Waits for a sentence at a place, without a word.
 *
 * @returns The key of the block, and the ways that did not fit.
 */
export function listen(
  draft: Draft,
  column: Column,
  from: string,
  { heard, otherwise, destination, locale, silence }: Listening,
): { readonly key: string; readonly left: readonly Heard[] } {
  const known = heard.filter(({ phrases }) => phrases.length > 0);
  let units = 0;
  const fits = ({ phrases }: Heard, nth: number): boolean => {
    units += phrases.reduce((sum, phrase) => sum + phrase.length, 0);
    return nth < mostRoutes && units <= mostUnits;
  };
  const routes = known.filter(fits);
  const left = known.filter((each) => !routes.includes(each));
  const chain = new Chain(draft, column, from);
  const silent = exitOfSilence(silence);
  const common = { quiet: true, destination, exits: silent.exits.length === 0 ? undefined : silent.exits };
  if (routes.length === 0) {
    const leads: NewBlock['leads'] = [['$success', otherwise], ...silent.leads];
    return { key: chain.close('ask_question', withoutAbsent(common), leads), left };
  }
  const named = routes.map((route, nth) => ({ ...route, id: `r${nth + 1}` }));
  const ways = named.map(({ id, to }) => [`$${id}`, to] as const);
  const leads: NewBlock['leads'] = [...ways, ['$other', otherwise], ...silent.leads];
  const list: readonly JsonObject[] = named.map(({ id, name, phrases }) => ({ id, name, phrases }));
  const key = chain.close('understand', withoutAbsent({ ...common, locale, routes: list }), leads);
  return { key, left };
}

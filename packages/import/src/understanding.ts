import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { BotWork, Column } from './bot-work.ts';
import { entryIds } from './choices.ts';
import { asked } from './saying.ts';

/** Of a block `understand`. */
export const mostRoutes = 100;
const mostPhrases = 200;
/** Code points of a phrase. */
const longestPhrase = 200;

/** UTF-16 units of all phrases of a block. */
const mostUnits = 250_000;

/** A sense of a sentence, and where it leads. */
export interface Route {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly to: string | undefined;
}

/** The phrases that a block may have. A marked slot `[Monday](day)` is its words. */
export function cleanPhrases(phrases: readonly string[]): readonly string[] {
  const clean = phrases
    .map((phrase) =>
      phrase
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((phrase) => phrase !== '' && [...phrase].length <= longestPhrase);
  return [...new Set(clean)].slice(0, mostPhrases);
}

/** The routes that have phrases, as far as a block takes them. */
function withinBounds(routes: readonly Route[]): readonly Route[] {
  let units = 0;
  const kept = routes.map((route) => {
    const phrases = route.phrases.filter((phrase) => {
      units += phrase.length;
      return units <= mostUnits;
    });
    return { ...route, name: route.name.trim() || 'route', phrases };
  });
  return kept.filter(({ phrases }) => phrases.length > 0).slice(0, mostRoutes);
}

/** Adds a block that finds the sense of a sentence by its words. Routes without phrases are left out. */
export function understand(
  work: BotWork,
  column: Column,
  given: {
    readonly text: JsonObject | undefined;
    readonly routes: readonly Route[];
    readonly destination: string | undefined;
    /** Of the phrases, such as `en` or `pt-BR`. */
    readonly language: string;
    readonly otherwise: string | undefined;
    readonly exits?: JsonValue | undefined;
    readonly leads?: readonly (readonly [string, string | undefined])[];
    readonly id?: string | undefined;
  },
): string {
  const routes = withinBounds(given.routes);
  const ids = entryIds(routes.map(({ name }) => name));
  return work.add(
    'understand',
    {
      ...asked(given.text),
      method: 'words',
      locale: /^[a-z]{2}(?:-[A-Za-z]{2})?$/.test(given.language) ? given.language : undefined,
      routes: routes.map(({ name, phrases }, at) => ({ id: ids[at] as string, name, phrases })),
      destination: given.destination,
      exits: given.exits,
    },
    [...routes.map(({ to }, at) => [`$${ids[at]}`, to] as const), ['$other', given.otherwise], ...(given.leads ?? [])],
    column,
    { id: given.id },
  );
}

/** A text of which only letters and digits count: coarser than rules that forbid one text in two entries. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase()
    .toLowerCase();
}

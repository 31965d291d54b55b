/** The parameters of a view in the address. */
export type Query = Readonly<Record<string, string>>;

/** The fragment of the address: the view and its parameters. */
export interface Route {
  readonly segments: readonly string[];
  readonly query: Query;
}

/**
 * Reads a fragment such as `#/bots/1a2b/versions?page=2`.
 *
 * @param fragment - With or without `#`. A bad percent escape stays unchanged.
 * @spec CO30
 */
export function parseFragment(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  const segments = path.split('/').filter((segment) => segment !== '');
  return { segments: segments.map(decode), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The page of a list, from 1. */
export function pageIn({ page = '1' }: Query): number {
  return Math.max(1, Math.trunc(Number(page)) || 1);
}

/** Parameters to write; empty and `undefined` ones are left out. */
export type QueryChange = Readonly<Record<string, string | number | undefined>>;

/** Writes the fragment of a view. Leaves out members of the query that are empty or `undefined`. */
export function hrefOf(segments: readonly (string | number)[], query: QueryChange = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return `#/${segments.map((segment) => encodeURIComponent(segment)).join('/')}${given.length === 0 ? '' : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

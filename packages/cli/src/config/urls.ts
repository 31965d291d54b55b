import * as v from 'valibot';

/** A base URL for paths. @spec CF4, CF15 */
export function baseUrl(
  ending: string,
): v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.CheckAction<string, string>]> {
  return v.pipe(
    v.string(),
    v.check((text) => isBase(text, ending), `Expected an http or https URL that ends with ${ending}, with no query.`),
  );
}

function isBase(text: string, ending: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  const isPlain = search === '' && hash === '' && username === '' && !text.endsWith('?') && !text.endsWith('#');
  return /^https?:$/.test(protocol) && pathname.endsWith(ending) && isPlain;
}

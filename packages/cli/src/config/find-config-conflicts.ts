import type { Config } from './config-schema.ts';

/** What is right member by member and contradicts itself as a whole, each with its path. @spec CF9 */
export function findConfigConflicts({ brands = [] }: Config): readonly string[] {
  const names = new Map<string, string>();
  const tokens = new Map<string, string>();
  return brands.flatMap((brand, brandAt) => [
    ...repeats(names, brand.name, `brands[${brandAt}].name`),
    ...brand.tokens.flatMap(({ token, workspaces = [] }, tokenAt) => {
      const path = `brands[${brandAt}].tokens[${tokenAt}]`;
      const foreign = workspaces.filter((workspace) => !brand.workspaces.includes(workspace));
      return [
        ...repeats(tokens, token, `${path}.token`),
        ...foreign.map((workspace) => `${path}.workspaces: ${workspace} is not a workspace of the brand`),
      ];
    }),
  ]);
}

/** The value itself is not shown: it may be a token. */
function repeats(seen: Map<string, string>, value: string, path: string): readonly string[] {
  const first = seen.get(value);
  if (first !== undefined) return [`${path}: is the same as ${first}`];
  seen.set(value, path);
  return [];
}

import type { ConfigBrand } from './brand-schema.ts';
import type { Config } from './config-schema.ts';

/** Reports a value that it was given before, with the path of the first. Values are not shown: they may be tokens. */
type Repeats = (value: string, path: string) => readonly string[];

/** Finds what is valid member by member and contradicts itself as a whole, each fault with its path. @spec CF9, CF22, CF24 */
export function findConfigConflicts({ brands = [], secret_keys = [] }: Config): readonly string[] {
  const names = findRepeats();
  const tokens = findRepeats();
  const keys = findRepeats();
  return [
    ...secret_keys.flatMap(({ id }, at) => keys(id, `secret_keys[${at}].id`)),
    ...brands.flatMap((brand, at) => {
      const path = `brands[${at}]`;
      return [
        ...names(brand.name, `${path}.name`),
        ...tokenConflicts(brand, path, tokens),
        ...channelConflicts(brand, path, tokens),
        ...idConflicts(brand, path),
      ];
    }),
  ];
}

function tokenConflicts({ tokens, workspaces: ofBrand }: ConfigBrand, brand: string, seen: Repeats): readonly string[] {
  return tokens.flatMap(({ token, workspaces = [] }, at) => {
    const path = `${brand}.tokens[${at}]`;
    const foreign = workspaces.filter((workspace) => !ofBrand.includes(workspace));
    return [
      ...seen(token, `${path}.token`),
      ...foreign.map((workspace) => `${path}.workspaces: ${workspace} is not a workspace of the brand`),
    ];
  });
}

/** @spec CF22 */
function channelConflicts(
  { channels = [], workspaces }: ConfigBrand,
  brand: string,
  tokens: Repeats,
): readonly string[] {
  const places = findRepeats();
  return channels.flatMap(({ type, name, workspace = onlyOf(workspaces), token, webhook_url }, at) => {
    const path = `${brand}.channels[${at}]`;
    const isChat = type === 'apichat';
    return [
      ...workspaceConflict(workspace, workspaces).map((problem) => `${path}.workspace: ${problem}`),
      ...places(JSON.stringify([type, workspace, name]), path),
      ...(token === undefined ? [] : isChat ? tokens(token, `${path}.token`) : [`${path}.token: is for apichat alone`]),
      ...(webhook_url === undefined || isChat ? [] : [`${path}.webhook_url: is for apichat alone`]),
    ];
  });
}

function onlyOf(workspaces: readonly number[]): number | undefined {
  return workspaces.length === 1 ? workspaces[0] : undefined;
}

function workspaceConflict(workspace: number | undefined, workspaces: readonly number[]): readonly string[] {
  if (workspace === undefined) return ['is missing, and the brand has several'];
  return workspaces.includes(workspace) ? [] : [`${workspace} is not a workspace of the brand`];
}

/** @spec CF24 */
function idConflicts({ agents = [], connected_accounts = [] }: ConfigBrand, brand: string): readonly string[] {
  const ids = findRepeats();
  const accounts = findRepeats();
  return [
    ...agents.flatMap(({ id }, at) => ids(String(id), `${brand}.agents[${at}].id`)),
    ...connected_accounts.flatMap(({ kind, id, scheduling_url }, at) => {
      const path = `${brand}.connected_accounts[${at}]`;
      const hasUrl = scheduling_url !== undefined;
      return [
        ...accounts(JSON.stringify([kind, id]), `${path}.id`),
        ...(kind === 'scheduler' && !hasUrl ? [`${path}.scheduling_url: is missing`] : []),
        ...(kind === 'spreadsheets' && hasUrl ? [`${path}.scheduling_url: is for scheduler alone`] : []),
      ];
    }),
  ];
}

function findRepeats(): Repeats {
  const seen = new Map<string, string>();
  return (value, path) => {
    const first = seen.get(value);
    if (first !== undefined) return [`${path}: is the same as ${first}`];
    seen.set(value, path);
    return [];
  };
}

import { CommandFailure } from '../command-failure.ts';
import { type ListedToken, readTokenList, readWaitingChanges, type TokenList } from './token-files.ts';

/**
 * The tokens of a data folder, with the waiting changes applied.
 *
 * @throws {CommandFailure} When the folder cannot be used, or no server has served it.
 * @spec TW4, TW9
 */
export async function readKnownTokens(dataFolder: string): Promise<TokenList> {
  if (dataFolder === ':memory:') {
    throw new CommandFailure('usage', 'A server with --data :memory: keeps nothing: its tokens cannot be changed.');
  }
  // Reads changes before the list: the server lists them before it removes them.
  const changes = await readWaitingChanges(dataFolder);
  const list = readTokenList(dataFolder);
  if (list === undefined) {
    throw new CommandFailure(
      'failure',
      `No server has made ${dataFolder} its data folder yet: start one with "botwright serve --data ${dataFolder}".`,
    );
  }
  const brands = new Set(list.brands.map(({ name }) => name));
  const byId = new Map(list.tokens.map((token) => [token.id, token]));
  for (const { make } of changes) if (make !== undefined) byId.set(make.id, { ...make, from: 'command' });
  for (const { revoke } of changes) if (revoke !== undefined) byId.delete(revoke.id);
  const tokens = [...byId.values()].filter(({ brand }) => brands.has(brand));
  return { brands: list.brands, tokens: sortTokens(tokens) };
}

/** By brand, then person, then id. */
export function sortTokens<T extends Pick<ListedToken, 'id' | 'brand' | 'person'>>(tokens: readonly T[]): T[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return tokens.toSorted((a, b) => compare(a.brand, b.brand) || a.person - b.person || compare(a.id, b.id));
}

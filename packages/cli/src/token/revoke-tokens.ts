import { text as readAll } from 'node:stream/consumers';
import { sha256 } from '@botwright/core/node';
import { CommandFailure } from '../command-failure.ts';
import { printableJson } from '../printing/printable.ts';
import { readKnownTokens } from './known-tokens.ts';
import { type ListedToken, leaveChange } from './token-files.ts';

/** The arguments of `botwright token revoke`. */
export interface RevokeTokensOptions {
  /** The data folder of a server. */
  readonly data: string;
  /** Ids, beginnings of ids, or names; `-` reads tokens from standard input. */
  readonly which: readonly string[];
  /** Print for a program instead of a person. */
  readonly json?: boolean;
}

/**
 * Revokes all named tokens, or none.
 *
 * @throws {CommandFailure} When one is unknown or ambiguous, or the config file declares it.
 * @spec TW5, TW6
 */
export async function revokeTokens({ data, which, json = false }: RevokeTokensOptions): Promise<void> {
  const { tokens } = await readKnownTokens(data);
  const given = which.includes('-') ? (await readAll(process.stdin)).split(/\s+/).filter((text) => text !== '') : [];
  const found = [
    ...which.filter((text) => text !== '-').map((text) => findToken(tokens, text)),
    ...given.map((token, at) => findGiven(tokens, token, at)),
  ];
  if (found.length === 0) throw new CommandFailure('usage', 'Standard input has no token.');
  const revoked = [...new Set(found)];
  for (const { id, from } of revoked) {
    if (from !== 'config') continue;
    const problem = `The config file declares token ${id.slice(0, 12)}: remove it there, and send the server SIGHUP.`;
    throw new CommandFailure('usage', problem);
  }
  for (const { id, brand } of revoked) await leaveChange(data, { revoke: { id, brand } });
  process.stdout.write(
    json
      ? `${printableJson({ revoked: revoked.map(({ id }) => id) })}\n`
      : revoked.map((token) => `Revoked ${describe(token)}.\n`).join(''),
  );
}

/** Finds a token by name, by id, or by a unique beginning of an id. */
function findToken(tokens: readonly ListedToken[], text: string): ListedToken {
  const byName = tokens.filter(({ name }) => name === text);
  const isId = /^[0-9a-f]{4,64}$/.test(text);
  const [first, ...others] =
    byName.length > 0 ? byName : isId ? tokens.filter(({ id }) => id.startsWith(text)) : ([] as const);
  if (first === undefined) {
    // The user may have typed the token itself: do not show it.
    const problem = 'No token has that id or name: "botwright token list" shows all tokens. ';
    throw new CommandFailure('usage', `${problem}A token itself is read from standard input, with "-".`);
  }
  if (others.length === 0) return first;
  throw new CommandFailure('usage', `${text} can be ${[first, ...others].map(describe).join(' or ')}: give the id.`);
}

function findGiven(tokens: readonly ListedToken[], token: string, at: number): ListedToken {
  const found = tokens.find(({ id }) => id === sha256(token));
  if (found !== undefined) return found;
  throw new CommandFailure('usage', `Text ${at + 1} of standard input is not a token of this server.`);
}

const describe = ({ id, name, brand, person }: ListedToken): string =>
  `${id.slice(0, 12)}${name === undefined ? '' : ` "${name}"`} (person ${person} of ${brand})`;

import { readInput, tokenCreationSchema } from '@botwright/core/inputs';
import { sha256, systemIds } from '@botwright/core/node';
import { CommandFailure } from '../command-failure.ts';
import { printableJson } from '../printing/printable.ts';
import { readKnownTokens } from './known-tokens.ts';
import { leaveChange, type MadeToken, type TokenList } from './token-files.ts';

/** The arguments of `botwright token new`. */
export interface NewTokenOptions {
  /** The data folder of a server. */
  readonly data: string;
  readonly brand?: string;
  readonly person?: number;
  /** The permissions that the user typed. Absent: all. */
  readonly permission?: readonly string[];
  /** Absent: all workspaces of the brand, including later ones. */
  readonly workspace?: readonly number[];
  /** Describes the use of the token to people. */
  readonly name?: string;
  /** Print for a program instead of a person. */
  readonly json?: boolean;
}

/**
 * Makes a token and prints it once: only its hash is stored.
 *
 * @throws {CommandFailure} When the arguments do not allow it.
 * @spec TW1, TW2, TW3
 */
export async function newToken(options: NewTokenOptions): Promise<void> {
  const known = await readKnownTokens(options.data);
  const brand = findBrand(known, options.brand);
  const { permissions, workspaces } = readGrants(options);
  const strange = workspaces?.find((workspace) => !brand.workspaces.includes(workspace));
  if (strange !== undefined) refuse(`Brand ${brand.name} has no workspace ${strange}, but ${list(brand.workspaces)}.`);
  if (options.name !== undefined) refuseName(known, options.name);

  const token = systemIds().token();
  const made: MadeToken = {
    id: sha256(token),
    brand: brand.name,
    person: options.person ?? onlyPerson(known, brand.name),
    ...(permissions !== undefined && { permissions }),
    ...(workspaces !== undefined && { workspaces }),
    ...(options.name !== undefined && { name: options.name }),
    made: new Date().toISOString(),
  };
  await leaveChange(options.data, { make: made });
  process.stdout.write(
    options.json === true
      ? `${printableJson({ token, ...made })}\n`
      : `${token}\n\nThis agent token of person ${made.person} in brand ${brand.name} is shown only once: the server stores only its hash.\n` +
          `It works from the next request on. Revoke it with: botwright token revoke ${made.id.slice(0, 12)}\n`,
  );
}

/** The named brand, or the only one. */
function findBrand({ brands }: TokenList, name: string | undefined): TokenList['brands'][number] {
  const names = brands.map((brand) => brand.name);
  const [first, ...others] = name === undefined ? brands : brands.filter((brand) => brand.name === name);
  if (first === undefined) refuse(name === undefined ? 'The server has no brand.' : unknownBrand(name, names));
  if (others.length > 0) refuse(`Say with --brand for which brand: ${list(names)}.`);
  return first;
}

export const unknownBrand = (name: string, names: readonly string[]): string =>
  `There is no brand "${name}", but ${list(names) || 'none'}.`;

/** The only person of the brand's tokens. */
function onlyPerson({ tokens }: TokenList, brand: string): number {
  const persons = new Set(tokens.filter((token) => token.brand === brand).map(({ person }) => person));
  const [person, ...others] = persons;
  if (person === undefined) refuse('Say with --person whom the token identifies, by a number.');
  if (others.length > 0) refuse(`Say with --person whom the token identifies: ${list([...persons])}, or somebody new.`);
  return person;
}

function readGrants({ person = 0, permission: permissions, workspace: workspaces }: NewTokenOptions) {
  const read = readInput(tokenCreationSchema, {
    person,
    ...(permissions !== undefined && { permissions }),
    ...(workspaces !== undefined && { workspaces }),
  });
  if (read.ok) return read.value;
  const { field = '', message = '' } = read.faults[0] ?? {};
  const flag = field.replace(/s?\..*$/, '');
  return refuse(`--${flag}: ${message}`);
}

/** A name must identify one token, and must not look like an id. */
function refuseName({ tokens }: TokenList, name: string): void {
  if (!/^(?!\s)[^\p{Cc}\p{Cs}]{1,100}(?<!\s)$/u.test(name) || name === '-' || /^[0-9a-f]{8,}$/.test(name)) {
    refuse('--name: Expected 1 to 100 characters that do not look like an id, with no space at either end.');
  }
  if (tokens.some((token) => token.name === name)) refuse(`Another token has the name "${name}".`);
}

const list = (items: readonly (string | number)[]): string => items.join(', ');

function refuse(message: string): never {
  throw new CommandFailure('usage', message);
}

import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { chown, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filledText, inputList, inputObject, integerFrom, oneOf, tokenCreationSchema } from '@botwright/core/inputs';
import * as v from 'valibot';
import { CommandFailure, systemErrorCode, unusable } from '../command-failure.ts';
import { writeWholeFile } from '../files/write-whole-file.ts';

/*
 * A data folder stores two things for tokens. `tokens.json` lists the server's tokens; only the server writes it. The
 * folder `token-changes` exists while changes wait for the server: one file each, so that no change overwrites another.
 * Neither contains a token.
 */

const listFileName = 'tokens.json';
const changesFolderName = 'token-changes';

/** @spec TW8 */
const tokenId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256 in lower-case hex.'));
const moment = v.pipe(v.string(), v.isoTimestamp());

const { token: _, ...grants } = tokenCreationSchema.entries;

/** The public data of a token. Absent permissions or workspaces: all. */
const about = { id: tokenId, brand: filledText(), ...grants, name: v.exactOptional(filledText()) };

const madeTokenSchema = inputObject({ ...about, made: moment });

/** A token of `botwright token new`. */
export type MadeToken = v.InferOutput<typeof madeTokenSchema>;

const listedTokenSchema = inputObject({
  ...about,
  made: v.exactOptional(moment),
  /** `command`: `botwright token new`. */
  from: oneOf(['config', 'first_start', 'command']),
});

export type ListedToken = v.InferOutput<typeof listedTokenSchema>;

const listSchema = inputObject({
  botwright_tokens: v.literal(1),
  brands: inputList(inputObject({ name: filledText(), workspaces: inputList(integerFrom(1)) })),
  tokens: inputList(listedTokenSchema),
});

/** The server's list of its tokens. */
export type TokenList = Omit<v.InferOutput<typeof listSchema>, 'botwright_tokens'>;

const changeSchema = inputObject({
  botwright_token_change: v.literal(1),
  make: v.exactOptional(madeTokenSchema),
  revoke: v.exactOptional(inputObject({ id: tokenId, brand: filledText() })),
});

/** A token to make or to revoke. */
type TokenChange = Omit<v.InferOutput<typeof changeSchema>, 'botwright_token_change'>;

/** A waiting change and its file. */
export type WaitingChange = TokenChange & { readonly file: string };

export const changesFolderOf = (dataFolder: string): string => join(dataFolder, changesFolderName);

/**
 * @returns `undefined` when no server has written it.
 * @throws {CommandFailure} When it cannot be read, or something else has written it.
 * @spec TW9
 */
export function readTokenList(dataFolder: string): TokenList | undefined {
  const file = join(dataFolder, listFileName);
  const text = readIfPresent(file);
  return text === undefined ? undefined : parse(listSchema, file, text);
}

/** Writes equal bytes for equal lists. */
export async function writeTokenList(dataFolder: string, { brands, tokens }: TokenList): Promise<void> {
  const text = `${JSON.stringify({ botwright_tokens: 1, brands, tokens }, undefined, 2)}\n`;
  const file = join(dataFolder, listFileName);
  if (readIfPresent(file) !== text) await writeWholeFile(file, text);
}

/**
 * Reads the waiting changes, oldest first. The server has applied a change whose file disappears before it is read.
 * Refuses a file whose owner is not the folder's, this process or root: a user with write access to the folder could
 * make tokens.
 *
 * @param onFault - Receives the fault of a file that does not parse as a change. Default: it is thrown.
 * @throws {CommandFailure} When the folder cannot be read.
 * @spec TW9
 */
export async function readWaitingChanges(
  dataFolder: string,
  onFault: (fault: CommandFailure) => void = (fault) => {
    throw fault;
  },
): Promise<readonly WaitingChange[]> {
  const folder = changesFolderOf(dataFolder);
  return (await namesIn(folder)).flatMap((name) => {
    const file = join(folder, name);
    try {
      const text = readIfPresent(file);
      if (text === undefined) return [];
      if (!isTrusted(dataFolder, file)) throw foreign(file);
      return [{ ...parse(changeSchema, file, text), file }];
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      onFault(error);
      return [];
    }
  });
}

/** On systems without file owners, trusts a file as much as the folder. */
function isTrusted(dataFolder: string, file: string): boolean {
  const self = process.geteuid?.();
  const owner = lstatSync(file, { throwIfNoEntry: false })?.uid;
  return self === undefined || owner === undefined || [0, self, statSync(dataFolder).uid].includes(owner);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw unusable(folder, error);
  }
}

/**
 * Leaves a change for the server, which applies it before its next response, or at its next start.
 *
 * @throws {CommandFailure} When nothing can be written; then nothing changes.
 * @spec TW7, TW8
 */
export async function leaveChange(dataFolder: string, change: TokenChange): Promise<void> {
  const name = `${Date.now()}-${randomBytes(6).toString('hex')}`;
  const folder = changesFolderOf(dataFolder);
  const text = `${JSON.stringify({ botwright_token_change: 1, ...change }, undefined, 2)}\n`;
  // The server removes the empty folder, perhaps just before the file is moved into it.
  for (let attempt = 1; ; attempt += 1) {
    try {
      const owner = await ownerOf(dataFolder);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (made !== undefined && owner !== undefined) await chown(folder, owner.uid, owner.gid);
      // The temporary file is outside the folder: files in the folder are complete, and a failure leaves none.
      const draft = join(dataFolder, `${changesFolderName}-${name}.new`);
      await writeWholeFile(join(folder, `${name}.json`), text, { draft, owner });
      return;
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT' || attempt === 10) throw unusable(dataFolder, error);
    }
  }
}

/**
 * The owner to give the files when root runs the command, so that the server can read them. Other users own their
 * files.
 */
async function ownerOf(dataFolder: string): Promise<Stats | undefined> {
  return process.getuid?.() === 0 ? await stat(dataFolder) : undefined;
}

/** Removes applied changes, and the folder when it is empty. */
export async function removeChanges(dataFolder: string, changes: readonly WaitingChange[]): Promise<void> {
  for (const { file } of changes) await rm(file, { force: true });
  await rmdir(changesFolderOf(dataFolder)).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemErrorCode(error) ?? '')) throw error;
  });
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw unusable(file, error);
  }
}

function parse<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  file: string,
  text: string,
): v.InferOutput<TSchema> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (cause) {
    throw foreign(file, cause);
  }
}

const foreign = (file: string, cause?: unknown): CommandFailure =>
  new CommandFailure('failure', `${file} was not written by botwright: move it away.`, { cause });

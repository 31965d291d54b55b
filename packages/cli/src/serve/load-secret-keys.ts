import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { type SecretKeys, secretKeys } from '../config/secret-keys.ts';
import { writeWholeFile } from '../files/write-whole-file.ts';
import type { DataFolder } from './data-folder.ts';

/**
 * Reads the keys that encrypt and decrypt: configured keys first, then the keys of the data folder, which still decrypt
 * older data. A new folder gets a key unless some are configured.
 *
 * @throws {CommandFailure} When the file exists and cannot be used, or there is a database without a key.
 * @spec SV24, SV25, SV36
 */
export async function loadSecretKeys(
  { keysFile: file, isNew }: Pick<DataFolder, 'keysFile' | 'isNew'>,
  given: SecretKeys = [],
): Promise<SecretKeys> {
  const keys = withOlder(given, file === undefined ? [] : await readKeys(file));
  if (keys.length > 0) return keys;
  if (file !== undefined && !isNew)
    throw unusable(file, 'they are missing; new keys could not decrypt the stored data');

  const made: SecretKeys = [{ id: 'first', key: randomBytes(32).toString('base64') }];
  if (file !== undefined) await writeKeys(file, made);
  return made;
}

/**
 * Reads the configured keys: keys of the config first, then keys of the flag's file.
 *
 * @throws {CommandFailure} When that file is missing, or cannot be used.
 * @spec SV52
 */
export async function readGivenKeys(configured: SecretKeys = [], file?: string): Promise<SecretKeys> {
  if (file === undefined) return configured;
  const keys = await readKeys(file);
  if (keys.length === 0) throw unusable(file, 'ENOENT');
  return withOlder(configured, keys);
}

/** The first of two equal keys counts. */
function withOlder(first: SecretKeys, older: SecretKeys): SecretKeys {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...older.filter(({ id }) => !known.has(id))];
}

/** @returns An empty list when there is no such file. */
async function readKeys(file: string): Promise<SecretKeys> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw unusable(file, systemErrorCode(error) ?? 'unknown reason', error);
  }
  try {
    return v.parse(secretKeys, JSON.parse(text));
  } catch {
    // The cause would quote the keys.
    throw unusable(file, 'it holds no keys');
  }
}

/** Stores the keys durably before they encrypt anything. */
async function writeKeys(file: string, keys: SecretKeys): Promise<void> {
  try {
    await writeWholeFile(file, `${JSON.stringify(keys, undefined, 2)}\n`);
  } catch (error) {
    throw unusable(file, systemErrorCode(error) ?? 'unknown reason', error);
  }
}

function unusable(file: string, reason: string, cause?: unknown): CommandFailure {
  return new CommandFailure('failure', `The secret keys in ${file} cannot be used (${reason}).`, { cause });
}

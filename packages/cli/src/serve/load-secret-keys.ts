import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { type SecretKeys, secretKeys } from '../config/secret-keys.ts';
import { writeWholeFile } from '../files/write-whole-file.ts';
import type { DataFolder } from './data-folder.ts';

/**
 * Reads the keys that encrypt and decrypt: those of the config before those of the data folder, which still decrypt what
 * was encrypted before the config had any. A new folder without keys gets one, unless the config has some.
 *
 * @throws {CommandFailure} When the file is there and cannot be used, or there is a database and no key.
 * @spec SV24, SV25, SV36
 */
export async function loadSecretKeys(
  { keysFile: file, isNew }: Pick<DataFolder, 'keysFile' | 'isNew'>,
  configured: SecretKeys = [],
): Promise<SecretKeys> {
  const kept = file === undefined ? [] : await readKeys(file);
  const known = new Set(configured.map(({ id }) => id));
  const keys = [...configured, ...kept.filter(({ id }) => !known.has(id))];
  if (keys.length > 0) return keys;
  if (file !== undefined && !isNew) throw unusable(file, 'they are gone; a new one would not open what is stored');

  const made: SecretKeys = [{ id: 'first', key: randomBytes(32).toString('base64') }];
  if (file !== undefined) await writeKeys(file, made);
  return made;
}

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

/** The keys are on the disk before anything is encrypted with them. */
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

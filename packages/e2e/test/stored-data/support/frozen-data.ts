import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Storage } from '@botwright/core/ports';
import type { Known } from './known-secrets.ts';
import { readStore } from './read-store.ts';

const root = fileURLToPath(new URL('../versions', import.meta.url));

/** The versions whose data are in the repository, the newest last. */
export const frozenVersions: readonly string[] = readdirSync(root).toSorted((a, b) =>
  a.localeCompare(b, 'en', { numeric: true }),
);

export const newestVersion = frozenVersions.at(-1) ?? '';

export function frozenFolder(version: string): string {
  return join(root, version);
}

export function readFrozen(
  version: string,
  name: 'sqlite.sql' | 'postgres.sql' | 'memory.json' | 'records.json',
): string {
  return readFileSync(join(frozenFolder(version), name), 'utf8');
}

/** What was found in the data of a version when it was released. */
interface FrozenAnswers {
  readonly known: Known;
  readonly answers: Readonly<Record<string, unknown>>;
}

/**
 * Reads a store with the data of a version.
 *
 * @returns The path of the first answer that differs from that version's; `undefined`: none.
 */
export async function findChange(version: string, storage: Storage): Promise<string | undefined> {
  const { known, answers } = JSON.parse(
    readFileSync(join(frozenFolder(version), 'answers.json'), 'utf8'),
  ) as FrozenAnswers;
  for await (const [name, found] of readStore(storage, known)) {
    const change = findDifference(name, answers[name], found);
    if (change !== undefined) return change;
  }
  return undefined;
}

function findDifference(path: string, wanted: unknown, found: unknown): string | undefined {
  if (!isObject(wanted) || !isObject(found)) {
    return wanted === found ? undefined : `${path}: ${JSON.stringify(wanted)} is now ${JSON.stringify(found)}`;
  }
  for (const member of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const change = findDifference(`${path}.${member}`, wanted[member], found[member]);
    if (change !== undefined) return change;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

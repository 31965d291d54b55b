import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The folder for results that a later run may reuse; ignored by git, removed with `node_modules`. */
export const cacheFolder = join(root, 'node_modules/.cache/botwright');

/**
 * @typedef {object} Manifest
 * @property {string} [name]
 * @property {boolean} [private]
 * @property {string} [packageManager]
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * @param {string} folder
 * @returns {Manifest}
 */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * The packages and examples of the workspace, as absolute folders in a stable order.
 *
 * @returns {string[]}
 */
export function workspaceFolders() {
  return ['packages', 'examples']
    .map((group) => join(root, group))
    .filter((group) => existsSync(group))
    .flatMap((group) =>
      readdirSync(group)
        .sort()
        .map((name) => join(group, name)),
    )
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

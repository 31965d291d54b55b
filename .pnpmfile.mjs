import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * What goes into a tarball's package.json: nothing that only this repository needs, no source, and the address of the
 * repository once the root's package.json has one.
 *
 * @param {Record<string, any>} packed
 * @param {string} folder
 */
function beforePacking(packed, folder) {
  const { scripts, devDependencies, builtIn, browsers, testRunners, ...manifest } = packed;
  const { sideEffects } = manifest;
  if (Array.isArray(sideEffects)) manifest.sideEffects = sideEffects.filter((file) => !file.startsWith('./src/'));
  const exports = Object.fromEntries(
    Object.entries(manifest['exports']).map(([path, target]) => {
      const { '@botwright/source': _, ...published } = typeof target === 'string' ? { default: target } : target;
      return [path, typeof target === 'string' ? target : published];
    }),
  );
  const { repository: url } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  if (url === '') return { ...manifest, exports };
  return { ...manifest, exports, homepage: url, repository: { type: 'git', url, directory: relative(root, folder) } };
}

export const hooks = { beforePacking };

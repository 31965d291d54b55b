import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

/** The published files: `npm test` builds them first. */
const folder = fileURLToPath(new URL('../dist/page', import.meta.url));

it('[CO43] the page opens with less than 132 kB, all others take less than 256 kB, and importers 170 kB, compressed', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(({ name, parentPath }) => {
    const size = gzipSync(readFileSync(join(parentPath, name)), { level: 9 }).length;
    return { name, size };
  });
  const sumOf = (counted: typeof sizes): number => counted.reduce((before, { size }) => before + size, 0);
  const sum = sumOf(sizes);
  const importers = sumOf(sizes.filter(({ name }) => name.startsWith('read-bots-')));
  const late = lateScripts(sizes.map(({ name }) => name));
  const opening = sumOf(sizes.filter(({ name }) => !late.has(name)));
  const each = sizes.map(({ name, size }) => `${name} ${size}`).join(', ');
  process.stderr.write(`The page of the console, compressed: ${sum} bytes: ${each}.\n`);
  expect(opening).toBeGreaterThan(50_000);
  expect(opening).toBeLessThan(132_000);
  expect(importers).toBeGreaterThan(20_000);
  expect(importers).toBeLessThan(170_000);
  expect(sum - opening - importers).toBeGreaterThan(50_000);
  expect(sum - importers).toBeLessThan(256_000);
});

/** The scripts that the first one does not import statically. */
function lateScripts(names: readonly string[]): ReadonlySet<string> {
  const scripts = names.filter((name) => name.endsWith('.js'));
  const late = new Set(scripts);
  const open = scripts.filter((name) => name.startsWith('index-'));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (!late.delete(name)) continue;
    const code = readFileSync(join(folder, 'console/assets', name), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) open.push(imported);
  }
  return late;
}

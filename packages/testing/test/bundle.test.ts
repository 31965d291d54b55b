import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('[TE65] a web page loads no server, no engine and no store', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@botwright/source'],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs);
  const ours = inputs.flatMap((input) => /packages\/([^/]+)\/src\//.exec(input)?.[1] ?? []);
  expect(new Set(ours)).toEqual(new Set(['core', 'testing']));
  const core = inputs.flatMap((input) => /packages\/core\/src\/([^/]+)\//.exec(input)?.[1] ?? []);
  for (const layer of ['engine', 'memory', 'node']) expect(core).not.toContain(layer);
});

import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly '@botwright/source': string }>>;
}

/** Builds what the exports of the package in this folder name, so that the two never differ. */
export function bundle(options: Options = {}): ReturnType<typeof defineConfig> {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const sources = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target['@botwright/source'].replace('./', '')],
  );
  return defineConfig({
    entry: Object.fromEntries(sources.map((source) => [source.replace(/^src\/|\.ts$/g, ''), source])),
    format: 'esm',
    removeNodeProtocol: false,
    target: 'es2024',
    platform: 'neutral',
    external: [/^node:/],
    sourcemap: true,
    clean: true,
    ...options,
  });
}

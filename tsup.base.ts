import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

export type Plugin = NonNullable<Options['esbuildPlugins']>[number];

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly '@botwright/source': string }>>;
}

/**
 * Builds what the exports of the package in this folder name, so that the two never differ.
 *
 * @param parts - Sources, by name, that get files of their own: a bundler of a host takes or leaves a file as a whole.
 */
export function bundle(
  options: Options = {},
  parts: Readonly<Record<string, string>> = {},
): ReturnType<typeof defineConfig> {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const sources = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target['@botwright/source'].replace('./', '')],
  );
  return defineConfig({
    entry: { ...Object.fromEntries(sources.map((source) => [source.replace(/^src\/|\.ts$/g, ''), source])), ...parts },
    format: 'esm',
    removeNodeProtocol: false,
    target: 'es2024',
    platform: 'neutral',
    external: options.esbuildPlugins === undefined ? [/^node:/] : [],
    sourcemap: true,
    clean: true,
    ...options,
    // Maps name the sources: with their texts they would be half of the installed bytes.
    esbuildOptions: (esbuild, context) => {
      options.esbuildOptions?.(esbuild, context);
      esbuild.sourcesContent = false;
    },
  });
}

/**
 * Takes modules of Node without `import`, which would load all that a module can do, such as streams for `node:fs`:
 * several milliseconds for each command.
 *
 * @param names - By module, the names that are used; the build fails at an import of one that is missing here. None
 *   for a module that is imported as a whole.
 */
export function lazyNodeModules(names: Readonly<Record<string, readonly string[]>>): Plugin {
  const namespace = 'lazy-node-module';
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^node:/ }, ({ path }) =>
        Object.hasOwn(names, path) ? { path, namespace } : { path, external: true },
      );
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: takeNames(path, names[path] ?? []) }));
    },
  };
}

function takeNames(path: string, names: readonly string[]): string {
  if (names.length === 0) return `export default process.getBuiltinModule('${path}');`;
  const getters = names.map((name) => `get ${name}() { return take('${name}'); }`);
  const exports = names.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}');`);
  const take = `const take = (name) => process.getBuiltinModule('${path}')[name];`;
  return [take, `export default { ${getters.join(', ')} };`, ...exports].join('\n');
}

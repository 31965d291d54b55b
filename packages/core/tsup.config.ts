import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, type Plugin } from '../../tsup.base.ts';

/**
 * Takes the parser of CEL from its own file: the library's index would bring the whole library into every entry that
 * checks formulas.
 */
const parserAlone: Plugin = {
  name: 'parser-alone',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^@bufbuild\/cel$/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === parserAlone || !importer.endsWith('/formula-fault.ts')) return undefined;
      const index = await resolve(path, { kind, resolveDir, pluginData: parserAlone });
      return { ...index, path: join(index.path, '../parse.js') };
    });
  },
};

/** Leaves the sources of libraries out of the source maps: they are longer than all that is ours of the runner. */
const noMapsOfLibraries: Plugin = {
  name: 'no-maps-of-libraries',
  setup: ({ onLoad }) => {
    const map = btoa('{"version":3,"sources":["library"],"sourcesContent":[""],"mappings":"AAAA"}');
    onLoad({ filter: /\/node_modules\/.*\.m?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${map}`,
    }));
  },
};

export default bundle(
  {
    // The runner's: their files are 10 MB, of which it needs little, and hundreds, which take seconds to load.
    noExternal: [/^@bufbuild\//, /^date-fns/, /^@date-fns\//, /^@noble\//],
    external: [/^node:/],
    esbuildPlugins: [parserAlone, noMapsOfLibraries],
  },
  // Who only parses diagrams does not take the catalogue of blocks.
  { 'parts/parse-diagram': 'src/domain/diagram/parse-diagram.ts' },
);

import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { replaceLibraries } from './replace-libraries.ts';

/** Builds the page into static files, from the sources of all packages, so that each module is in it once. */
export default defineConfig({
  root: 'page',
  plugins: [replaceLibraries(), minifyAgain()],
  base: './',
  resolve: { conditions: ['@botwright/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    assetsDir: 'console/assets',
    // A policy that allows only files of this host refuses `data:`.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2024',
    // The first versions that support `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
  },
});

/** Saves two more compressed kilobytes than Vite's minifier: the limit for all files is 160. */
function minifyAgain(): Plugin {
  return {
    name: 'minify-again',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { code } = await minify(file.code, { module: true, compress: { passes: 3, keep_fargs: false } });
        file.code = code ?? file.code;
      }
    },
  };
}

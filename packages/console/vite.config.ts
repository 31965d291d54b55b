import { defineConfig } from 'vite';

/**
 * Builds the page into static files, from the sources of all packages, so that each module is in it once.
 *
 * @spec CO43, CO44
 */
export default defineConfig({
  root: 'page',
  base: './',
  resolve: { conditions: ['@botwright/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    assetsDir: 'console/assets',
    // A policy that allows files of this host alone refuses `data:`.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2024',
    // The first that know `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
  },
});

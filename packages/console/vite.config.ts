import { defineConfig } from 'vite';

/** Builds the page into static files, from the sources of all packages, so that each module is in it once. */
export default defineConfig({
  root: 'page',
  base: './',
  resolve: { conditions: ['@botwright/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: '../dist/page', emptyOutDir: true, target: 'es2024', modulePreload: { polyfill: false } },
});

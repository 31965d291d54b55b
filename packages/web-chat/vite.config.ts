import { defineConfig } from 'vite';

/** Builds the page into static files, which find each other wherever the page is. */
export default defineConfig({
  root: 'page',
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    // A policy that allows files of this host alone refuses `data:`.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2022',
    // The first that know `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
  },
});

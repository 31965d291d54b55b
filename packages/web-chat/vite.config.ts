import { defineConfig } from 'vite';

/** Builds the page into static files with relative addresses, which work below any path. */
export default defineConfig({
  root: 'page',
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    // A policy that allows only files of this host refuses `data:`.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2022',
    // The first versions that support `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
  },
});

import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  // Two functions of hundreds of files, whose package.json Node parses anew for each: seconds and 100 MB at every start.
  noExternal: [/^date-fns/, /^@date-fns\//],
  sourcemap: true,
  clean: true,
});

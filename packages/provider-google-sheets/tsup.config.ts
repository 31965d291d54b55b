import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: 'esm',
  target: 'es2024',
  platform: 'node',
  sourcemap: true,
  clean: true,
});

import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  removeNodeProtocol: false,
  target: 'es2024',
  platform: 'node',
  external: [/^node:/],
  sourcemap: true,
  clean: true,
});

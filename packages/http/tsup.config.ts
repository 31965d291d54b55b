import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', 'pages/index': 'src/pages/index.ts' },
  format: 'esm',
  removeNodeProtocol: false,
  target: 'es2024',
  platform: 'neutral',
  external: [/^node:/],
  sourcemap: true,
  clean: true,
});

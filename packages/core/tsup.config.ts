import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', 'diagram/index': 'src/diagram/index.ts', 'memory/index': 'src/memory/index.ts' },
  format: 'esm',
  removeNodeProtocol: false,
  target: 'es2024',
  platform: 'neutral',
  external: [/^node:/],
  // Its parser alone, an eighth of the library: what evaluates stays with the runner.
  noExternal: ['@bufbuild/cel'],
  sourcemap: true,
  clean: true,
});

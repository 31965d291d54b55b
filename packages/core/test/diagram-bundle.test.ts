import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

type DiagramEntry = typeof import('../src/diagram/index.ts');

/** The bundle of a web page that imports everything. */
async function bundle(): Promise<{ readonly code: Uint8Array; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/diagram/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const held = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const inputs = held.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => input);
  return { code: outputFiles[0]?.contents ?? new Uint8Array(), inputs };
}

it('[DG22] the browser entry takes less than 56 kB, minified and compressed', async () => {
  const { code } = await bundle();
  const size = gzipSync(code).length;
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThan(56_000);
});

it('[DG22] it holds nothing that only Node has, and of packages the parser of CEL and the distance of words alone', async () => {
  const { code, inputs } = await bundle();
  const text = new TextDecoder().decode(code);
  expect(text).not.toMatch(/["'`]node:/);
  expect(text).not.toMatch(/\b(?:require|Buffer)\b/);
  const packages = inputs.flatMap((input) => /node_modules\/(?!\.pnpm\/)((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
  expect([...new Set(packages)].toSorted()).toEqual(['@bufbuild/cel', 'leven']);
  const parts = inputs.filter((input) => input.includes('/@bufbuild/cel/')).map((input) => input.replace(/.*\//, ''));
  expect(parts.toSorted()).toEqual(['builder.js', 'logic-manager.js', 'parse.js', 'parser.js']);
});

it('[DG22] it works as it does on the server, minified too', async () => {
  const { code } = await bundle();
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  const entry: DiagramEntry = await import(/* @vite-ignore */ url);
  const catalog = entry.createCatalog();
  const input = JSON.parse(
    '{"blocks": [{"id": "__proto__", "type": "close_chat", "params": {"__proto__": 1}, "top": 0, "left": 0}]}',
  );
  const result = entry.addBlocks(entry.startDiagram(), input, { catalog, linkedBots: new Map() });
  if (result.kind !== 'applied') throw new Error(JSON.stringify(result));
  expect(JSON.stringify(result.diagram.nodes)).toBe(
    '{"hidden":{"id":"hidden","path":"hidden","template":"hidden","params":{},"top":0,"left":0,"isTarget":true},' +
      '"__proto__":{"id":"__proto__","path":"__proto__","template":"close","params":{"__proto__":1,"version":3},' +
      '"top":0,"left":0,"isTarget":true}}',
  );
  expect(entry.diffDiagrams(entry.startDiagram(), result.diagram).blocks.added.map(({ id }) => id)).toEqual([
    '__proto__',
  ]);
  expect(
    entry.checkDiagram(result.diagram, { catalog, channelFamily: 'native' }).violations.map(({ code: rule }) => rule),
  ).toEqual(['start_connection']);
});

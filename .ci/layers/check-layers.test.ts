import { expect, it } from 'vitest';
import { readText, root } from '../source/repository.ts';
import { withRepository } from '../source/temporary-repository.ts';
import { checkLayers } from './check-layers.ts';

const core = 'packages/core/src';
const files = {
  'dependency-cruiser.config.mjs': readText(root, 'dependency-cruiser.config.mjs'),
  'package.json': { type: 'module' },
  'packages/core/package.json': { name: '@botwright/core', dependencies: { immer: '1' } },
  'packages/http/package.json': { name: '@botwright/http' },
  'packages/new/package.json': { name: '@botwright/new' },
  'examples/README.md': '',
  [`${core}/domain/a.ts`]: "import type { B } from '../engine/b.ts';\nexport type A = B;\n",
  [`${core}/domain/c.ts`]: "import { join } from 'node:path';\nexport const c = join;\n",
  [`${core}/domain/d.ts`]: "import type { E } from './e.ts';\nexport interface D { readonly e: E }\n",
  [`${core}/domain/e.ts`]: "import type { D } from './d.ts';\nexport interface E { readonly d: D }\n",
  [`${core}/domain/e.test.ts`]: "import '../engine/b.ts';\nimport 'node:path';\n",
  [`${core}/engine/b.ts`]: "import type { A } from '../domain/gone.ts';\nexport type B = A | '../domain/c.ts';\n",
  'packages/http/src/f.ts': "import '../../core/src/domain/c.ts';\n",
  'packages/new/src/g.ts': "import '../test/h.ts';\n",
  'packages/new/test/h.ts': 'export const h = 1;\n',
};

it('the check finds imports against the layers, circles of types, and files without a layer', async () => {
  const findings = await withRepository(files, checkLayers);
  expect(findings.map(({ file, message }) => `${file} ${message}`).sort()).toEqual([
    `${core}/domain/a.ts layer pure: ${core}/engine/b.ts`,
    `${core}/domain/c.ts layer pure: path`,
    `${core}/domain/d.ts circle: ${core}/domain/e.ts → ${core}/domain/d.ts`,
    `${core}/engine/b.ts layer engine: ../domain/gone.ts`,
    `${core}/engine/b.ts not found: ../domain/gone.ts`,
    `packages/http/src/f.ts another package is imported by its name: ${core}/domain/c.ts`,
    'packages/new/src/g.ts in no layer: place it in dependency-cruiser.config.mjs: packages/new/test/h.ts',
    'packages/new/src/g.ts tests are imported by tests: packages/new/test/h.ts',
  ]);
});

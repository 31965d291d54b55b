import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertPinnedNode } from './pinned-node.mjs';
import { readManifest, root } from './workspace.mjs';

it('everything names one Node: the manifest, what was installed, what runs this, and the package manager', () => {
  const { node } = readManifest(root).devDependencies ?? {};
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  expect([process.version, /^nodeVersion: (.*)$/m.exec(workspace)?.[1]]).toEqual([`v${node}`, node]);
  expect(assertPinnedNode).not.toThrow();
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import './prepare.mjs';
import { pnpm } from './install.mjs';
import { mustRun } from './run.mjs';
import { readManifest, root, workspaceFolders } from './workspace.mjs';

/** Packs the packages as they would be published, for `npm install` in another folder. */
const target = join(root, 'tarballs');
rmSync(target, { recursive: true, force: true });
const filters = workspaceFolders()
  .map(readManifest)
  .flatMap(({ name, private: isPrivate }) => (name === undefined || isPrivate === true ? [] : ['--filter', name]));
const [npx = '', ...args] = pnpm;
await mustRun(npx, [...args, ...filters, 'pack', '--pack-destination', target], { cwd: root });

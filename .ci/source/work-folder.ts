import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readWorkspace } from './repository.ts';

/**
 * The packages that users import in addition to ours: valibot, on which the core's schemas are built, the drivers of
 * databases, and pg-boss.
 */
const others = [
  ['valibot', 'packages/core/node_modules/valibot'],
  ['pg', 'packages/storage/node_modules/pg'],
  ['@types/pg', 'packages/storage/node_modules/@types/pg'],
  ['@electric-sql/pglite', 'packages/storage/node_modules/@electric-sql/pglite'],
  ['better-sqlite3', 'packages/storage/node_modules/better-sqlite3'],
  ['@types/better-sqlite3', 'packages/storage/node_modules/@types/better-sqlite3'],
  ['pg-boss', 'packages/storage/node_modules/pg-boss'],
] as const;

/** Lets modules of a folder import packages as users import them. */
export function linkPackages(root: string, folder: string): void {
  const packages = readWorkspace(root).map(({ folder: source, manifest }) => [manifest.name, source] as const);
  for (const [name, source] of [...packages, ...others]) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, source), link);
  }
}

/** Writes the configuration that compiles the modules of such a folder, two levels below the root, against the build. */
export function writeConfiguration(folder: string): void {
  const compilerOptions = { customConditions: [], noUnusedLocals: false };
  const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
}

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { InferOutput } from 'valibot';
import type { projectConfigSchema } from './project-config-schema.ts';

export const configFileName = 'botwright.config.json';

/** The config of a project, and the base folder of its paths. */
export type ProjectConfig = InferOutput<typeof projectConfigSchema> & { readonly folder: string };

/**
 * Finds and reads the config file of a project, in this folder or one above. Loads the reader only then.
 *
 * @param named - A file to read instead of searching.
 * @throws {CommandFailure} When it cannot be used.
 * @spec LC6
 */
export async function findProjectConfig(named: string | undefined): Promise<ProjectConfig | undefined> {
  const file = named ?? findAbove(process.cwd());
  if (file === undefined) return undefined;
  const { readConfigFile } = await import('../config/read-config-file.ts');
  const { projectConfigSchema } = await import('./project-config-schema.ts');
  return { ...(await readConfigFile(file, projectConfigSchema)), folder: dirname(resolve(file)) };
}

function findAbove(folder: string): string | undefined {
  const file = join(folder, configFileName);
  if (existsSync(file)) return relative(process.cwd(), file);
  const parent = dirname(folder);
  return parent === folder ? undefined : findAbove(parent);
}

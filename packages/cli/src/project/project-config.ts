import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { projectFolderOf } from '@botwright/testing/files';
import type { InferOutput } from 'valibot';
import type { ProjectPlugins } from './load-project-plugins.ts';
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

/** Paths that a config names, and the folder that must contain the files: a config chooses only from its project. @spec BF20 */
export function configuredPaths(
  { folder }: ProjectConfig,
  named: readonly string[],
): { readonly paths: readonly string[]; readonly within: string } {
  return { paths: named.map((path) => resolve(folder, path)), within: projectFolderOf(folder, process.cwd()) };
}

/**
 * The plugins' additions to a project; empty without a config that names any. Loads the loader only then.
 *
 * @throws {CommandFailure} Names the unusable plugin.
 * @spec LC17, TC15, RC10
 */
export async function pluginsOf(config: ProjectConfig | undefined): Promise<Partial<ProjectPlugins>> {
  if (config?.plugins === undefined) return {};
  const { loadProjectPlugins } = await import('./load-project-plugins.ts');
  return loadProjectPlugins(config.plugins, config.folder);
}

/** The project's kinds of block: the shipped ones and the plugins' ones. */
export async function projectCatalog(): Promise<Catalog> {
  return (await pluginsOf(await findProjectConfig(undefined))).catalog ?? createCatalog();
}

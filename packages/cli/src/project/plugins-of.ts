import type { ProjectConfig } from './find-project-config.ts';
import type { ProjectPlugins } from './load-project-plugins.ts';

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

import type { ProjectConfig } from './find-project-config.ts';
import type { ProjectPlugins } from './load-project-plugins.ts';

/**
 * What the plugins of a project add; nothing without a config that names any. What loads them is loaded only then.
 *
 * @throws {CommandFailure} Names the plugin that cannot be used.
 * @spec LC17, TC15, RC10
 */
export async function pluginsOf(config: ProjectConfig | undefined): Promise<Partial<ProjectPlugins>> {
  if (config?.plugins === undefined) return {};
  const { loadProjectPlugins } = await import('./load-project-plugins.ts');
  return loadProjectPlugins(config.plugins, config.folder);
}

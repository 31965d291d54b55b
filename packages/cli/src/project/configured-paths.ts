import { resolve } from 'node:path';
import { projectFolderOf } from '@botwright/testing/files';
import type { ProjectConfig } from './find-project-config.ts';

/** Paths that a config names, and the folder that must contain the files: a config chooses only from its project. */
export interface ConfiguredPaths {
  readonly paths: readonly string[];
  readonly within: string;
}

/** @spec BF20 */
export function configuredPaths({ folder }: ProjectConfig, named: readonly string[]): ConfiguredPaths {
  return { paths: named.map((path) => resolve(folder, path)), within: projectFolderOf(folder, process.cwd()) };
}

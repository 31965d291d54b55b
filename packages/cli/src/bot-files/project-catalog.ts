import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { findProjectConfig } from '../project/find-project-config.ts';
import { pluginsOf } from '../project/plugins-of.ts';

/** The kinds of block that the project has: the shipped ones, and those of its plugins. */
export async function projectCatalog(): Promise<Catalog> {
  return (await pluginsOf(await findProjectConfig(undefined))).catalog ?? createCatalog();
}

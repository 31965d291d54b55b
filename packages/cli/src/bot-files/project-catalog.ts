import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { findProjectConfig } from '../project/find-project-config.ts';
import { pluginsOf } from '../project/plugins-of.ts';

/** The project's kinds of block: the shipped ones and the plugins' ones. */
export async function projectCatalog(): Promise<Catalog> {
  return (await pluginsOf(await findProjectConfig(undefined))).catalog ?? createCatalog();
}

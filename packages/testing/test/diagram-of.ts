import { createCatalog, type Diagram, type JsonObject, type JsonValue } from '@botwright/core/diagram';

const catalog = createCatalog();

/** A block by its semantic name; by its template if the name is unknown. */
export type BlockSketch = readonly [name: string, params?: JsonObject];

/** Writes a diagram: blocks by id, connections as `<source>.<output>--<target>`. Greeting: `welcome`. */
export function diagramOf(blocks: Readonly<Record<string, BlockSketch>>, connections: readonly string[] = []): Diagram {
  const sketches = { hidden: ['hidden'] as BlockSketch, ...blocks };
  const all = ['hidden.$success--welcome', ...connections];
  return {
    nodes: Object.fromEntries(Object.entries(sketches).map(([id, sketch]) => [id, nodeOf(id, sketch)])),
    connections: Object.fromEntries(all.map((id) => [id, connectionOf(id)])),
  };
}

function nodeOf(id: string, [name, params = {}]: BlockSketch): JsonValue {
  const template = catalog.byName(name)?.template ?? name;
  const version = template === 'hidden' ? {} : { version: 3 };
  return { id, path: id, template, params: { ...params, ...version }, isTarget: true };
}

function connectionOf(id: string): JsonValue {
  const [, sourcePath = '', type = '', targetPath = ''] = /^(.*?)\.(.*)--(.*)$/.exec(id) ?? [];
  return { id, type, sourcePath, targetPath };
}

import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import type { Diagram } from '../../src/domain/diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../../src/domain/json/json-value.ts';

const catalog = createCatalog();

/** A block by its semantic name, or, where there is no such block, by its template. */
export type BlockSketch = readonly [name: string, params?: JsonObject];

/**
 * Writes a diagram by hand: blocks by their id, connections as `<source>.<output>--<target>`. The greeting is
 * whatever has the id `welcome`.
 */
export function diagramOf(blocks: Readonly<Record<string, BlockSketch>>, connections: readonly string[] = []): Diagram {
  const sketches = { hidden: ['hidden'] as BlockSketch, ...blocks };
  return {
    nodes: Object.fromEntries(Object.entries(sketches).map(([id, sketch]) => [id, nodeOf(id, sketch)])),
    connections: Object.fromEntries(connections.map((id) => [id, connectionOf(id)])),
  };
}

function nodeOf(id: string, [name, params = {}]: BlockSketch): JsonValue {
  return { id, path: id, template: catalog.byName(name)?.template ?? name, params, isTarget: true };
}

function connectionOf(id: string): JsonValue {
  const [, sourcePath = '', type = '', targetPath = ''] = /^(.*?)\.(.*)--(.*)$/.exec(id) ?? [];
  return { id, type, sourcePath, targetPath };
}

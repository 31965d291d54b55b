import type { Diagram } from '../src/domain/diagram/diagram.ts';
import { startDiagram } from '../src/domain/diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../src/domain/json/json-value.ts';

export function node(id: string, template: string, params: JsonObject): JsonObject {
  return { id, path: id, template, params: { version: 3, ...params }, top: 0, left: 0, isTarget: true };
}

export function connection(sourcePath: string, type: string, targetPath: string): JsonObject {
  return { id: `${sourcePath}.${type}--${targetPath}`, type, sourcePath, targetPath };
}

/** A diagram with the start point, these nodes and these connections. */
export function diagramOf(nodes: readonly JsonObject[], connections: readonly JsonObject[] = []): Diagram {
  const byId = (entries: readonly JsonObject[]): [string, JsonValue][] =>
    entries.map((entry) => [String(entry['id']), entry]);
  return {
    nodes: { ...startDiagram().nodes, ...Object.fromEntries(byId(nodes)) },
    connections: Object.fromEntries(byId(connections)),
  };
}

/** Breaks no rule on a native bot. */
export function cleanDiagram(text = 'Your name?'): Diagram {
  return diagramOf([node('welcome', 'var_text', { text, destination: 'name' })]);
}

/** Breaks one rule: the greeting slot is empty. */
export function brokenDiagram(): Diagram {
  return diagramOf([node('lonely', 'chat', { text: 'Hello' })]);
}

/** A greeting whose answer leads to a jump to another bot. */
export function linkingDiagram(bot: JsonValue): Diagram {
  return diagramOf(
    [node('welcome', 'var_text', { text: 'Your name?', destination: 'name' }), node('jump', 'bot_link', { bot })],
    [connection('welcome', '$success', 'jump')],
  );
}

/** A greeting, with malformed entries among nodes and connections. */
export function malformedDiagram(): Diagram {
  const clean = cleanDiagram();
  return {
    nodes: {
      ...clean.nodes,
      five: 5,
      none: null,
      list: [1, { a: null }],
      text: 'x',
      yes: true,
      bare: {},
      odd: { id: 7, template: [], params: [] },
      jump: { id: 'jump', template: 'bot_link', params: 'nothing' },
    },
    connections: {
      ...clean.connections,
      six: 6,
      none: null,
      list: [],
      bare: {},
      half: { id: 'half', sourcePath: 'welcome', targetPath: 3 },
    },
  };
}

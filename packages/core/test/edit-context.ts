import { createCatalog } from '../src/domain/blocks/catalog.ts';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import { connectionIdOf } from '../src/domain/diagram/diagram.ts';
import type { EditContext, EditResult } from '../src/domain/edits/edit-result.ts';
import type { JsonObject, JsonValue } from '../src/domain/json/json-value.ts';

/** The uuid of bot 42, and one of no bot. */
export const botUuid = '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
export const otherUuid = '0192aaaa-bbbb-7ccc-8ddd-ffffffffffff';

export const editContext: EditContext = {
  catalog: createCatalog(),
  linkedBots: new Map([[botUuid, { number: 42, name: 'Other', channelFamily: 'native' }]]),
};

export function storedNode(id: string, template: string, params: JsonObject = {}): JsonObject {
  return { id, path: id, template, params, top: 0, left: 0, isTarget: true };
}

export function storedConnection(sourcePath: string, type: string, targetPath: string): JsonObject {
  return { id: connectionIdOf({ sourcePath, type, targetPath }), type, sourcePath, targetPath };
}

/** Keys every entry by its `id`. */
export function diagramOf(nodes: readonly JsonObject[], connections: readonly JsonObject[] = []): Diagram {
  const byId = (entries: readonly JsonObject[]) => Object.fromEntries(entries.map((entry) => [entry['id'], entry]));
  return { nodes: byId(nodes), connections: byId(connections) };
}

/** The diagram after an edit that must have been applied. */
export function applied(result: EditResult | { readonly kind: 'absent' }): {
  readonly diagram: Diagram;
  readonly removedConnections: readonly JsonValue[];
} {
  if (result.kind !== 'applied') throw new Error(`Not applied: ${JSON.stringify(result)}`);
  return { diagram: result.diagram, removedConnections: result.removedConnections };
}

/** The code and place of every problem of an edit that must have been refused. */
export function problemsOf(result: EditResult | { readonly kind: 'absent' }): readonly string[] {
  if (result.kind !== 'refused') throw new Error(`Not refused: ${JSON.stringify(result)}`);
  return result.violations.map(({ code, pointer }) => `${code} ${pointer}`);
}

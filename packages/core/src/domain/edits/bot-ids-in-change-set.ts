import { botUuidOf } from '../blocks/bot-reference-value.ts';
import type { Catalog } from '../blocks/catalog.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import type { ChangeSet } from './change-set.ts';

/**
 * Lists the uuids of the bots that an edit names, in lower case, each once: what `EditContext.linkedBots` has to
 * know of. Blocks to add and the update of one block are asked for as a change set of just that.
 *
 * @spec ED25
 */
export function botIdsInChangeSet(diagram: Diagram, changeSet: ChangeSet, catalog: Catalog): readonly string[] {
  const { add = [], update = [] } = changeSet.blocks ?? {};
  const sent = [
    ...add.map(({ type, params }) => ({ definition: catalog.byName(type), params })),
    ...update.map(({ id, params }) => ({ definition: catalog.byTemplate(templateOf(diagram, id)), params })),
  ];
  const ids = sent.flatMap(({ definition, params = {} }) => botIdsIn(definition?.references ?? [], params));
  return [...new Set(ids)];
}

function botIdsIn(references: readonly { readonly to: string; readonly param: string }[], params: JsonObject) {
  return references.flatMap(({ to, param }) => {
    const value = ownMember(params, param);
    const id = to === 'bot' && value !== undefined ? botUuidOf(value) : undefined;
    return id === undefined ? [] : [id];
  });
}

function templateOf(diagram: Diagram, id: string): string {
  const node = ownMember(diagram.nodes, id);
  const template = node !== undefined && isJsonObject(node) ? ownMember(node, 'template') : undefined;
  return typeof template === 'string' ? template : '';
}

import { type JsonObject, type JsonValue, ownMember } from '@botwright/core/conversation';
import { isNode } from '@botwright/core/diagram';
import type { DiagramGraph } from './diagram-graph.ts';
import { entriesOf } from './made-up-replies.ts';
import type { BotPath } from './shortest-paths.ts';

/**
 * Guesses values of Fields with which the conditions of a path choose the path. A value for one condition may be wrong
 * for another one, and blocks between them may write other values.
 */
export function wishedFields({ bot, catalog }: DiagramGraph, path: BotPath): ReadonlyMap<string, JsonValue> {
  const wishes = new Map<string, JsonValue>();
  for (const { block, output } of path) {
    const node = bot.diagram.nodes[block];
    if (!isNode(node) || catalog.byTemplate(node.template)?.name !== 'conditions') continue;
    const conditions = entriesOf(node.params, 'conditions');
    const holds = output === 'true';
    // For `true` all conditions must hold, or any; for `false` any must fail, or all.
    const areAllNeeded = (ownMember(node.params, 'match') === 'any') !== holds;
    for (const condition of areAllNeeded ? conditions : conditions.slice(0, 1)) wish(condition, holds, wishes);
  }
  return wishes;
}

function wish(condition: JsonObject, holds: boolean, wishes: Map<string, JsonValue>): void {
  const { field, operator, value = '' } = condition;
  if (typeof field !== 'string' || typeof operator !== 'string') return;
  const name = field.startsWith('@{') ? field.slice(2, -1) : field;
  const wished = valueFor(operator, value, holds);
  if (wished !== undefined && !wishes.has(name)) wishes.set(name, wished);
}

const something = 'something';

/** @returns `undefined` if the Field should be absent, or the value is unknown. */
function valueFor(operator: string, value: JsonValue, holds: boolean): JsonValue | undefined {
  const number = Number(value);
  switch (operator) {
    case 'is':
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return holds ? value : something;
    case 'is_not':
    case 'not_contains':
      return holds ? something : value;
    case 'greater':
      return Number.isFinite(number) ? number + Number(holds) : undefined;
    case 'less':
      return Number.isFinite(number) ? number - Number(holds) : undefined;
    case 'is_set':
      return holds ? something : undefined;
    case 'is_not_set':
      return holds ? undefined : something;
    default:
      return undefined;
  }
}

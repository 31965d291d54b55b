import type { ParamDefinition } from '../blocks/block-definition.ts';
import { type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { ReadyParam } from './block-kind.ts';
import { type Block, paramsOf } from './diagram-index.ts';
import { hasType } from './params/param-type.ts';

/** The params as sent, less those of a wrong type: what a kind does may rely on the types that it declares. @spec RU42 */
export function readableParams(block: Block): JsonObject {
  const { params } = block.node;
  const judged = paramsOf(block)?.params ?? [];
  for (const { definition } of judged) {
    if (isWrong(ownMember(params, definition.name), definition)) return withoutWrong(params, judged);
  }
  return params;
}

function withoutWrong(params: JsonObject, judged: readonly ReadyParam[]): JsonObject {
  const definitions = new Map(judged.map(({ definition }) => [definition.name, definition]));
  const readable = Object.entries(params).filter(([name, value]) => {
    const definition = definitions.get(name);
    return definition === undefined || !isWrong(value, definition);
  });
  return Object.fromEntries(readable);
}

function isWrong(value: JsonValue | undefined, { type }: ParamDefinition): boolean {
  return value !== undefined && !hasType(value, type);
}

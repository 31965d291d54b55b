import type { BlockReference, ParamDefinition } from '../blocks/block-definition.ts';
import { outputSetOf } from '../blocks/variant.ts';
import { botNumberOf } from '../bot.ts';
import { type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { type ReadyParam, readParam } from './block-kind.ts';
import { type Block, type BotIdentity, paramsOf } from './diagram-index.ts';
import { hasType } from './params/param-tests.ts';

/** Lists the outputs of a block; `undefined` if they are unknown, and not checked. @spec RU9, RU43 */
export function outputsOf(block: Block): ReadonlySet<string> | undefined {
  const { shape } = block;
  if (shape === undefined || shape.outputs !== undefined) return shape?.outputs;
  block.derivedOutputs ??= outputSetOf(shape.variant, block.node.params);
  return block.derivedOutputs;
}

/** A reference of a block, with the value of its param. */
export interface ReferenceValue {
  readonly reference: BlockReference;
  readonly value: JsonValue;
}

const noReferences: readonly ReferenceValue[] = [];

/** Lists the references of a block with an effective value. */
export function referencesOf(block: Block): readonly ReferenceValue[] {
  const references = block.kind?.definition.references;
  const set = references && paramsOf(block);
  if (references === undefined || set === undefined) return noReferences;
  return references.flatMap((reference) => {
    const value = readParam(set, block.node.params, reference.param);
    return value === undefined ? [] : [{ reference, value }];
  });
}

/** A param of a block that names a bot by its number. */
export interface BotReference {
  readonly block: Block;
  readonly param: string;
  readonly number: number;
}

const noBots: readonly BotReference[] = [];

/** Lists the other bots that a block names by number. */
export function botReferencesOf(block: Block, own: BotIdentity | undefined): readonly BotReference[] {
  if (block.kind?.definition.references === undefined) return noBots;
  return referencesOf(block).flatMap(({ reference: { to, param }, value }) => {
    const number = to === 'bot' ? botNumberOf(value) : undefined;
    return number === undefined || number === own?.number ? [] : [{ block, param, number }];
  });
}

/** The path to a param's value in the block; the path to `params` when the value is a default. */
export function placeOf(block: Block, param: string): readonly string[] {
  return Object.hasOwn(block.node.params, param) ? ['params', param] : ['params'];
}

/**
 * The given params, without params of a wrong type: the functions of a block definition may rely on the declared types.
 *
 * @spec RU42
 */
export function readableParams(block: Block): JsonObject {
  block.readable ??= findReadable(block);
  return block.readable;
}

function findReadable(block: Block): JsonObject {
  const { params } = block.node;
  const checked = paramsOf(block)?.params ?? [];
  for (const { definition } of checked) {
    if (isWrong(ownMember(params, definition.name), definition)) return withoutWrong(params, checked);
  }
  return params;
}

function withoutWrong(params: JsonObject, checked: readonly ReadyParam[]): JsonObject {
  const definitions = new Map(checked.map(({ definition }) => [definition.name, definition]));
  const readable = Object.entries(params).filter(([name, value]) => {
    const definition = definitions.get(name);
    return definition === undefined || !isWrong(value, definition);
  });
  return Object.fromEntries(readable);
}

function isWrong(value: JsonValue | undefined, { type }: ParamDefinition): boolean {
  return value !== undefined && !hasType(value, type);
}

import type { BlockReference, ParamDefinition } from '../blocks/block-definition.ts';
import { outputSetOf } from '../blocks/variant.ts';
import { botNumberOf } from '../bot.ts';
import { type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { type ReadyParam, readParam } from './block-kind.ts';
import { type Block, type DiagramIndex, isBlock, type NodeEntry, paramsOf } from './diagram-index.ts';
import { hasType } from './params/param-tests.ts';
import { excerpt, type Finding } from './rule.ts';

/** Lists the outputs of a block; `undefined` if they are unknown, and not checked. @spec RU9, RU43 */
export function outputsOf(block: Block): ReadonlySet<string> | undefined {
  const { shape } = block;
  if (shape === undefined || shape.outputs !== undefined) return shape?.outputs;
  block.derivedOutputs ??= outputSetOf(shape.variant, block.node.params);
  return block.derivedOutputs;
}

/** Tells whether a connection leaves a block by this output. */
export function isConnected(block: Block, output: string): boolean {
  for (let link = block.leaving; link !== undefined; link = link.nextLeaving) {
    if (link.connection.type === output) return true;
  }
  return false;
}

/** Lists the unconnected outputs of a block; empty if the outputs are unknown. @spec LI4 */
export function openOutputs(block: Block): readonly string[] {
  const outputs = outputsOf(block);
  if (outputs === undefined || outputs.size === 0) return none;
  // A fast path: most blocks have one output with one connection.
  if (outputs.size === 1 && block.leaving !== undefined && outputs.has(block.leaving.connection.type)) return none;
  const open: string[] = [];
  for (const output of outputs) if (!isConnected(block, output)) open.push(output);
  return open;
}

const none: readonly string[] = [];

/** The output by which a conversation leaves a block whose call returned. */
export const returnOutput = '$success';

/** Whether a block is a call: a jump that returns. @spec CG1 */
export function isCall(entry: NodeEntry): boolean {
  return entry.kind?.calls === true && isBlock(entry) && outputsOf(entry)?.has(returnOutput) === true;
}

/** Whether a loop of only such blocks can be endless. @spec RU54, QN16 */
export function runsOn(entry: NodeEntry): boolean {
  const { kind } = entry;
  if (kind === undefined) return false;
  return typeof kind.runsOn === 'boolean' ? kind.runsOn : isBlock(entry) && kind.runsOn(readableParams(entry));
}

/** Whether a connection or a jump may end at an entry of the diagram. @spec RU30, KW2 */
export function isTarget({ node, kind }: NodeEntry): boolean {
  return node?.['isTarget'] !== false && kind?.definition.entry !== true;
}

/** A reference of a block, with the effective value of its param. */
export interface HeldReference {
  readonly block: Block;
  readonly reference: BlockReference;
  readonly value: JsonValue;
}

/** Lists the references of all blocks that have a value. */
export function* referencesIn({ groups }: DiagramIndex): Generator<HeldReference> {
  for (const { kind, blocks } of groups) {
    const references = kind?.definition.references ?? [];
    if (references.length === 0) continue;
    for (const block of blocks) {
      for (const reference of references) {
        const value = paramOf(block, reference.param);
        if (value !== undefined) yield { block, reference, value };
      }
    }
  }
}

/** A param of a block that names a bot by its number. */
export interface BotReference {
  readonly block: Block;
  readonly param: string;
  readonly number: number;
}

/** Lists the params that name bots by number. */
export function* botReferencesIn(index: DiagramIndex): Generator<BotReference> {
  for (const { block, reference, value } of referencesIn(index)) {
    const number = reference.to === 'bot' ? botNumberOf(value) : undefined;
    if (number !== undefined) yield { block, param: reference.param, number };
  }
}

/** The path to a param's value, or to `at` in it, in the block; the path to `params` when the value is a default. */
export function placeOf(
  block: Block,
  param: string,
  at: readonly (string | number)[] = [],
): NonNullable<Finding['at']> {
  return Object.hasOwn(block.node.params, param) ? ['params', param, ...at] : ['params'];
}

/** Describes a fault of a param. @param says - The rest of the sentence after the name of the param, without its end. */
export function describeParam(block: Block, param: string, says: string, hint?: string): Finding {
  const message = `Block ${excerpt(block.key)}: "${param}" ${says}.`;
  return { message, param, at: placeOf(block, param), ...(hint !== undefined && { hint }) };
}

/** The effective value of a param. See `readParam`. */
export function paramOf(block: Block, name: string): JsonValue | undefined {
  const set = paramsOf(block);
  return set && readParam(set, block.node.params, name);
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

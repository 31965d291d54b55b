import { type JsonObject, type JsonValue, roomOfBlock } from '@botwright/core/diagram';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import type { DiagramBuilder, NewBlock, Position } from '../diagram/diagram-builder.ts';
import type { ImportNeed, ImportOptions } from '../importer.ts';
import { member } from '../json.ts';
import { excerpt, withoutAbsent } from '../plain-texts.ts';
import type { ImportCode, ImportEntry } from '../report.ts';
import type { Flow, SourceBlock } from './flow.ts';
import type { Variables } from './texts.ts';
import type { Values } from './values.ts';

/** An entry before the keys of blocks are final. */
export interface Remark {
  readonly outcome: ImportEntry['outcome'];
  readonly code: ImportCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly pointer: string;
  readonly title?: string | undefined;
  /** A place. */
  readonly target?: string | undefined;
}

/** A bot of the same import, which links name. */
export interface LinkedBot {
  readonly number: number;
  readonly name: string;
}

/** The work on one bot. */
export interface Conversion {
  readonly at: BlocksAtHand;
  readonly family: string;
  readonly options: ImportOptions;
  readonly bot: JsonValue;
  readonly flow: Flow;
  readonly variables: Variables;
  readonly values: Values;
  readonly builder: DiagramBuilder;
  readonly remarks: Remark[];
  readonly needs: ImportNeed[];
  readonly linked: ReadonlyMap<string, LinkedBot>;
  readonly own: LinkedBot;
  /** The positions of the next blocks of groups. */
  readonly lowest: Map<string, Position>;
}

/** Converts a block. @returns The place where the conversation goes on when it reaches the block. */
export type Converter = (block: SourceBlock, conversion: Conversion) => string | undefined;

export const optionsOf = ({ json }: SourceBlock): JsonValue | undefined => member(json, 'options');

/**
 * Adds a block of the result below the others of its group.
 *
 * @param node - The place that the param `node` names.
 * @returns The key of the block.
 */
export function addBlock(
  conversion: Conversion,
  source: SourceBlock,
  block: string,
  params: JsonObject,
  leads: NewBlock['leads'],
  node?: string,
): string {
  const { builder, at, lowest } = conversion;
  const { group } = source;
  const key = builder.claim(source.id);
  const isFirst = !lowest.has(group.pointer);
  const position = lowest.get(group.pointer) ?? group;
  const title = isFirst && group.title !== '' ? group.title : undefined;
  const template = at.templateOf(block);
  const { height } = roomOfBlock({ id: key, template, params }, at.catalog);
  lowest.set(group.pointer, { left: position.left, top: position.top + height });
  builder.add({ key, block, params: withoutAbsent(params), leads, title, node }, position);
  return key;
}

/** The params that a block of the catalog has. */
export function knownParams(
  { at }: Conversion,
  block: string,
  params: { readonly [name: string]: JsonValue | undefined },
): JsonObject {
  return withoutAbsent(Object.fromEntries(Object.entries(params).filter(([name]) => at.hasParam(block, name))));
}

export function remark(
  { remarks }: Conversion,
  pointer: string,
  [outcome, code, message, hint]: readonly [Remark['outcome'], ImportCode, string, string?],
  target?: string,
): void {
  remarks.push({ outcome, code, message, hint, pointer, target });
}

/** Says that a block was left out; the conversation goes on behind it. */
export function leaveOut(
  conversion: Conversion,
  block: SourceBlock,
  code: ImportCode,
  message: string,
  hint?: string,
): string | undefined {
  remark(conversion, block.pointer, ['lost', code, message, ...(hint === undefined ? [] : [hint])] as never);
  return conversion.flow.next(block);
}

/** Says that a block means the same as its source. */
export function carry(conversion: Conversion, block: SourceBlock, key: string, what: string): void {
  remark(conversion, block.pointer, ['carried', 'carried', what], key);
}

/** Fills a text with Fields, and reports code in it that has no translation. */
export function fillIn(conversion: Conversion, text: JsonValue | undefined, pointer: string): string {
  const filled = conversion.variables.fill(text);
  reportDropped(conversion, filled.dropped, pointer);
  return filled.text;
}

/** Is filled with the conversation where an effect takes it. */
export const lateTranscript = '@{#transcript}';

/** Writes the conversation in place of Fields that only have it. @spec IM70 */
export function withTranscript({ at, values }: Conversion, text: string): string {
  if (!at.has('language_model')) return text;
  return text.replace(/@\{([^{}]*)\}/g, (whole, field: string) =>
    values.isTranscript(field) ? lateTranscript : whole,
  );
}

export function reportDropped(conversion: Conversion, dropped: readonly string[], pointer: string): void {
  for (const code of dropped) {
    remark(conversion, pointer, [
      'lost',
      'code-not-translated',
      `The text lacks the result of the code ${excerpt(code)}.`,
    ]);
  }
}

/** Says that values in an address are encoded, which they were not. */
export function reportAddress(conversion: Conversion, block: SourceBlock, key: string): void {
  const message = 'Values of variables in the address are percent-encoded.';
  remark(conversion, block.pointer, ['changed', 'setting-dropped', message], key);
}

export { excerpt, withoutAbsent, written } from '../plain-texts.ts';

import type { JsonValue } from '@botwright/core/diagram';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { ImportFile } from '../importer.ts';

/** The values of a YAML file with the places of its parts, or the problem, as the rest of a sentence. */
export type ReadYaml =
  | {
      readonly json: JsonValue;
      /** The place of a part by its pointer, counted from 1. */
      placeOf(pointer: string): { readonly line: number; readonly column: number } | undefined;
    }
  | { readonly problem: string };

/** Aliases of one file. */
const mostAliases = 100;
/** Values after aliases are expanded. */
const mostValues = 500_000;
/** Nested objects and lists. */
const deepest = 100;
/** Bytes: the parser takes a second for each MiB. */
const largest = 5 * 1_048_576;

const known = new WeakMap<ImportFile, ReadYaml>();

/** Reads a file as YAML, once. Merge keys are names like others. @spec IR2 */
export function readYaml(file: ImportFile): ReadYaml {
  const before = known.get(file);
  if (before !== undefined) return before;
  const read = parse(file.bytes);
  known.set(file, read);
  return read;
}

function parse(bytes: Uint8Array): ReadYaml {
  if (bytes.length > largest) return { problem: 'has more than 5 MiB of YAML' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'is not text in UTF-8' };
  }
  if (isTooDeep(text)) return { problem: `is nested more than ${deepest} levels deep` };
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false, logLevel: 'silent' });
    const [fault] = document.errors;
    if (fault !== undefined) return { problem: `is not valid YAML: line ${lines.linePos(fault.pos[0]).line}` };
    let aliases = 0;
    visit(document, {
      Alias: () => {
        aliases += 1;
        return aliases > mostAliases ? visit.BREAK : undefined;
      },
    });
    if (aliases > mostAliases) return { problem: `has more than ${mostAliases} aliases` };
    const json = jsonOf(document.contents, { document, left: mostValues, depth: 0, anchored: new Map(), peak: 0 });
    return {
      json,
      placeOf: (pointer) => {
        const at = offsetOf(document.contents, tokensOf(pointer));
        if (at === undefined) return undefined;
        const { line, col } = lines.linePos(at);
        return { line, column: col };
      },
    };
  } catch (error) {
    if (error instanceof TooMuch) return { problem: error.message };
    if (error instanceof RangeError) return { problem: `is nested more than ${deepest} levels deep` };
    throw error;
  }
}

class TooMuch extends Error {}

interface Reading {
  readonly document: ReturnType<typeof parseDocument>;
  left: number;
  depth: number;
  /** By node with an anchor: its values, so that aliases of aliases are counted without making them again. */
  readonly anchored: Map<unknown, { readonly json: JsonValue; readonly values: number; readonly levels: number }>;
  /** The greatest depth since the anchored node began. */
  peak: number;
}

function jsonOf(node: unknown, reading: Reading): JsonValue {
  count(reading, 1, 0);
  if (isAlias(node)) {
    const known = node.resolve(reading.document);
    const held = reading.anchored.get(known);
    if (held === undefined) return jsonOf(known, reading);
    count(reading, held.values, held.levels);
    return held.json;
  }
  if (isScalar(node)) return scalarOf(node.value);
  if (!isMap(node) && !isSeq(node)) return null;
  const { left, peak } = reading;
  reading.peak = reading.depth;
  reading.depth += 1;
  count(reading, 0, 0);
  const json = isSeq(node)
    ? node.items.map((item) => jsonOf(item, reading))
    : Object.fromEntries(node.items.map(({ key, value: of }) => [keyOf(key), jsonOf(of, reading)]));
  reading.depth -= 1;
  const levels = reading.peak - reading.depth;
  if (node.anchor !== undefined) reading.anchored.set(node, { json, values: left - reading.left, levels });
  reading.peak = Math.max(peak, reading.peak);
  return json;
}

/** Counts values, and levels below the depth of now. */
function count(reading: Reading, values: number, levels: number): void {
  reading.left -= values;
  reading.peak = Math.max(reading.peak, reading.depth + levels);
  if (reading.left < 0) throw new TooMuch('has aliases that make too many values');
  if (reading.peak > deepest) throw new TooMuch(`is nested more than ${deepest} levels deep`);
}

function scalarOf(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'bigint' ? Number(value) : null;
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value ?? '') : '');

const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The offset of a part, or of the nearest one around it. */
function offsetOf(root: unknown, tokens: readonly string[]): number | undefined {
  let node: unknown = root;
  let offset = rangeOf(root);
  for (const token of tokens) {
    if (isSeq(node)) node = node.items[Number(token)];
    else if (isMap(node)) {
      const pair = node.items.find(({ key }) => keyOf(key) === token);
      offset = rangeOf(pair?.key) ?? offset;
      node = pair?.value;
      continue;
    } else return offset;
    offset = rangeOf(node) ?? offset;
  }
  return offset;
}

function rangeOf(node: unknown): number | undefined {
  const range = (node as { readonly range?: readonly number[] | null } | undefined)?.range;
  return range?.[0];
}

/** Bounds indentation and brackets before the parser, which is recursive. */
function isTooDeep(text: string): boolean {
  const indents: number[] = [];
  let depth = 0;
  for (const line of text.split('\n')) {
    const indent = /^[ \t]*(?:[-?] +)*/.exec(line)?.[0] ?? '';
    if (indent.length < line.trimEnd().length) {
      while ((indents.at(-1) ?? -1) >= indent.length) indents.pop();
      indents.push(indent.length);
    }
    const marks = indent.match(/[-?]/g)?.length ?? 0;
    if (indents.length + marks > deepest * 2) return true;
    for (const character of line) {
      if (character === '[' || character === '{') depth += 1;
      else if ((character === ']' || character === '}') && depth > 0) depth -= 1;
      // Texts may hold brackets that do not close.
      if (depth > deepest * 10) return true;
    }
  }
  return false;
}

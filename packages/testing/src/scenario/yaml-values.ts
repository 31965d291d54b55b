import { isJsonObject, type JsonValue } from '@botwright/core/conversation';
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';

/** Reports a fault in a node. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault';
  readonly node: unknown;

  constructor(message: string, node: unknown) {
    super(message);
    this.node = node;
  }
}

/** The most values after aliases are expanded. */
const mostValues = 200_000;

/**
 * The values of a document. An unquoted number, boolean or null, and a value with a tag such as `!!float`, become a
 * symbol with the text of the file: {@link writtenText} gives the text, {@link plainValue} the value. An empty value is
 * `null`.
 *
 * @throws {YamlFault} For a duplicate key, an undefined alias, and aliases that expand too much.
 * @spec TE68, TE69, TE70
 */
export function valuesOf(document: Document): unknown {
  const anchors = new Map<string, Node>();
  const known = new Map<Node, Made>();
  let aliased = 0;
  return make(document.contents).value;

  function make(node: unknown): Made {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined)
        throw new YamlFault(`Unresolved alias: there is no anchor "${node.source}" before it.`, node);
      const made = known.get(target);
      if (made === undefined) throw new YamlFault(`The alias "${node.source}" is part of its own value.`, node);
      aliased += made.size;
      if (aliased > mostValues) throw new YamlFault(`Aliases make more than ${mostValues} values.`, node);
      return made;
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return { value: null, size: 1 };
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    const made = isScalar(node) ? { value: scalarValue(node), size: 1 } : collection(node);
    known.set(node, made);
    return made;
  }

  function collection(node: Node): Made {
    let size = 1;
    const part = (of: unknown): unknown => {
      const made = make(of);
      size += made.size;
      return made.value;
    };
    if (isSeq(node)) return { value: node.items.map(part), size };
    const members = new Map<string, unknown>();
    for (const pair of isMap(node) ? node.items : []) {
      const key = keyOf(pair, anchors);
      if (members.has(key)) {
        throw new YamlFault(`The key ${JSON.stringify(key)} is in this object a second time.`, pair.key);
      }
      members.set(key, part(pair.value));
    }
    // Defines members, so that `__proto__` is an ordinary one.
    return { value: Object.fromEntries(members), size };
  }
}

interface Made {
  readonly value: unknown;
  /** The number of values in it, including itself. */
  readonly size: number;
}

/** Tags that determine the value. */
const coreTag = /^tag:yaml\.org,2002:(?:int|float|bool|null)$/;

/** The values of tags, for members that accept any value. */
const tagged = new WeakMap<symbol, number | boolean | null>();

function scalarValue({ tag, source, value }: Scalar): unknown {
  const hasCoreTag = tag !== undefined && coreTag.test(tag);
  if (source === undefined || (typeof value === 'string' && !hasCoreTag)) return value;
  if (source === '') return null;
  const written = Symbol(source);
  const isValue = Number.isFinite(value) || typeof value === 'boolean' || value === null;
  if (hasCoreTag && isValue) tagged.set(written, value as number | boolean | null);
  return written;
}

function keyOf({ key }: Pair, anchors: ReadonlyMap<string, Node>): string {
  const text = keyText(isAlias(key) ? anchors.get(key.source) : key);
  if (text === undefined) throw new YamlFault('A key is a text.', key);
  return text;
}

/** The literal text of a key; `undefined` for other keys. */
export function keyText(key: unknown): string | undefined {
  if (key === null) return '';
  if (!isScalar(key)) return undefined;
  const value = scalarValue(key);
  return typeof value === 'symbol' ? writtenText(value) : String(value ?? '');
}

/** The literal text of an unquoted or tagged value. */
export function writtenText(written: symbol): string {
  return written.description ?? '';
}

/**
 * The value of unquoted text, for members that accept any value: the value of its tag, such as `!!float 1.50`; a
 * number, a boolean or `null` if JSON would write it in the same way; otherwise the text. So `007`, `1.50` and `+49`
 * stay complete.
 *
 * @spec TE69
 */
export function plainValue(written: symbol): number | boolean | null | string {
  const converted = tagged.get(written);
  if (converted !== undefined) return converted;
  const text = writtenText(written);
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;
}

/** The value with {@link plainValue} for each unquoted text in it. */
export function withValues(given: unknown): JsonValue {
  if (typeof given === 'symbol') return plainValue(given);
  if (Array.isArray(given)) return given.map(withValues);
  if (!isJsonObject(given)) return given as JsonValue;
  return Object.fromEntries(Object.entries(given).map(([name, member]) => [name, withValues(member)]));
}

import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';

/** Says what is wrong with a node. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault';
  readonly node: unknown;

  constructor(message: string, node: unknown) {
    super(message);
    this.node = node;
  }
}

/** Values that aliases make, each counted as often as it is meant. */
const mostValues = 200_000;

/**
 * The values of a document. What is written without quotes and would be a number, a boolean or nothing is a symbol that
 * has the text as it is written, and so is a value with a tag such as `!!float`: whoever expects a text takes that, see
 * {@link writtenText}, and whoever expects any value {@link plainValue}. Where nothing is written there is `null`.
 *
 * @throws {YamlFault} For a key that is there twice, an alias of nothing, and aliases that grow beyond all bounds.
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
      if (made === undefined) throw new YamlFault(`The alias "${node.source}" is within what it stands for.`, node);
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
    // Defines members, so that `__proto__` is one like any other.
    return { value: Object.fromEntries(members), size };
  }
}

interface Made {
  readonly value: unknown;
  /** How many values it has, with itself. */
  readonly size: number;
}

/** Tags that say which value is meant. */
const coreTag = /^tag:yaml\.org,2002:(?:int|float|bool|null)$/;

/** What a tag made of what is written, where any value is expected. */
const tagged = new WeakMap<symbol, number | boolean | null>();

function scalarValue({ tag, source, value }: Scalar): unknown {
  const isMeant = tag !== undefined && coreTag.test(tag);
  if (source === undefined || (typeof value === 'string' && !isMeant)) return value;
  if (source === '') return null;
  const written = Symbol(source);
  const isValue = Number.isFinite(value) || typeof value === 'boolean' || value === null;
  if (isMeant && isValue) tagged.set(written, value as number | boolean | null);
  return written;
}

function keyOf({ key }: Pair, anchors: ReadonlyMap<string, Node>): string {
  const text = keyText(isAlias(key) ? anchors.get(key.source) : key);
  if (text === undefined) throw new YamlFault('A key is a text.', key);
  return text;
}

/** A key as it is written; `undefined` where it is no text. */
export function keyText(key: unknown): string | undefined {
  if (key === null) return '';
  if (!isScalar(key)) return undefined;
  const value = scalarValue(key);
  return typeof value === 'symbol' ? writtenText(value) : String(value ?? '');
}

/** What is written without quotes, or with a tag, as it is written. */
export function writtenText(written: symbol): string {
  return written.description ?? '';
}

/**
 * The value of what is written without quotes, where any may be meant: that of its tag, such as `!!float 1.50`; a number,
 * a boolean or `null` where JSON would be written the same; otherwise the text. So nothing of `007`, `1.50` or `+49` is
 * lost.
 *
 * @spec TE69
 */
export function plainValue(written: symbol): number | boolean | null | string {
  const meant = tagged.get(written);
  if (meant !== undefined) return meant;
  const text = writtenText(written);
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;
}

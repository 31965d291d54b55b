import { type Expression, type Node, type Program, parse } from 'acorn';
import { freeFieldName } from '../field-names.ts';
import { withoutReferences } from '../plain-texts.ts';

/** The memory of a bot, and the Fields that it becomes. */
export interface Variables {
  /** The Field of a path such as `user.nickname`. */
  fieldOf(key: string): string;
  /** Whether a text of the bot names the path. */
  has(key: string): boolean;
  /** The Fields of a memory, such as `session`, that were used so far. */
  fieldsOf(memory: string): readonly string[];
  /** The paths below one, such as of the answer of a request. */
  pathsBelow(key: string): readonly string[];
  /** Fills `{{path}}`. @returns Also code that has no translation; it is left out. */
  fill(text: string): { readonly text: string; readonly dropped: readonly string[] };
  /** Replaces paths in JavaScript by names that are identifiers; `undefined` when it cannot be parsed. */
  inCode(code: string): string | undefined;
  fieldOfCodeName(name: string): string | undefined;
}

/** The text that the visitor typed last, and the intent of it. */
export const lastText = 'event.text';
export const lastIntent = 'event.intent';
/** The key of the visitor: `id` of a customer. */
const visitor = 'event.target';

/** @param texts - All texts of the bot, in which paths occur. @spec IB5 */
export function readVariables(texts: readonly string[], fieldName: (name: string) => string): Variables {
  const fields = new Map<string, string>();
  const used = new Set<string>();
  const inOrder: string[] = [];
  const places = new Map<string, number>();
  const fieldOf = (key: string): string => {
    const known = key === visitor ? 'id' : fields.get(key);
    if (known !== undefined) return known;
    const field = freeFieldName(fieldName(wantedName(key)), used);
    used.add(field);
    places.set(field, inOrder.length);
    inOrder.push(field);
    fields.set(key, field);
    return field;
  };
  for (const text of texts) {
    for (const [path] of text.slice(0, longestScanned).matchAll(paths)) {
      const key = keyOf(tokensOf(path));
      if (key !== undefined) fieldOf(key);
    }
  }
  return {
    fieldOf,
    has: (key) => fields.has(key),
    fieldsOf: (memory) => [...fields].flatMap(([key, field]) => (key.startsWith(`${memory}.`) ? [field] : [])),
    pathsBelow: (key) => [...fields.keys()].filter((each) => each.startsWith(`${key}.`)),
    fill: (text) => {
      const dropped: string[] = [];
      const filled = withoutReferences(text).replace(/\{\{\{?([^{}]*)\}?\}\}/g, (_whole, inner: string) => {
        const key = /^[#/^!>&]|^\s*else\b/.test(inner) ? undefined : keyOf(tokensOf(inner.trim()));
        if (key !== undefined) return `@{${fieldOf(key)}}`;
        dropped.push(inner);
        return '';
      });
      return { text: filled, dropped };
    },
    inCode: (code) =>
      replacePaths(code, (key) => (key === visitor ? '$visitor' : `$field_${places.get(fieldOf(key))}`)),
    fieldOfCodeName: (name) => {
      if (name === '$visitor') return 'id';
      const [, at] = /^\$field_(\d{1,6})$/.exec(name) ?? [];
      return at === undefined ? undefined : inOrder[Number(at)];
    },
  };
}

/** UTF-16 units. */
const longestScanned = 200_000;
const paths = /\b(?:event|state|user|temp|session|bot)(?:\.[\w$]+|\[\s*(?:\d+|'[^'\n]*'|"[^"\n]*")\s*\])+/g;

/** The names of a path: `user['first name'].length` has three. */
function tokensOf(path: string): readonly string[] {
  return path
    .split(/\.|\[\s*(\d+|'[^']*'|"[^"]*")\s*\]/)
    .filter((token) => token !== undefined && token !== '')
    .map((token) => token.replace(/^(['"])(.*)\1$/, '$2'));
}

/** The path without its other forms; `undefined` when it is none of the memory. */
function keyOf(given: readonly string[]): string | undefined {
  const path = given
    .join('.')
    .replace(/^event\.state\./, '')
    .replace(/^event\.nlu\.slots\./, 'session.slots.');
  // Before version 12 the memory of a conversation was `state`.
  const names = path
    .replace(/^state\.(?=(?:user|temp|session|bot)\.)/, '')
    .replace(/^state\./, 'temp.')
    .split('.');
  const [memory, name, member] = names;
  if (memory === 'event') {
    const rest = names.slice(1).join('.');
    if (/^(?:payload\.(?:text|payload|title)|preview|text)$/.test(rest)) return lastText;
    if (rest === 'target') return visitor;
    return rest === 'nlu.intent.name' ? lastIntent : undefined;
  }
  if (name === undefined || !/^(?:user|temp|session|bot)$/.test(memory ?? '')) return undefined;
  if (memory === 'session' && name === 'slots') return member === undefined ? undefined : `session.slots.${member}`;
  return names.join('.');
}

function wantedName(key: string): string {
  if (key === lastText) return 'last_text';
  if (key === lastIntent) return 'last_intent';
  const [, ...names] = key.replace(/^session\.slots\./, 'session.').split('.');
  return names.join('_');
}

function replacePaths(code: string, nameOf: (key: string) => string): string | undefined {
  let program: Program;
  try {
    program = parse(`(${code}\n)`, { ecmaVersion: 'latest' });
  } catch {
    return undefined;
  }
  const edits: { readonly start: number; readonly end: number; readonly name: string }[] = [];
  const visit = (node: Node, isCallee: boolean): void => {
    const found = node.type === 'MemberExpression' ? pathIn(node, isCallee) : undefined;
    if (found !== undefined) {
      edits.push({ start: found.node.start - 1, end: found.node.end - 1, name: nameOf(found.key) });
      return;
    }
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        const isNode = typeof child === 'object' && child !== null && typeof (child as Node).type === 'string';
        if (isNode) visit(child as Node, node.type === 'CallExpression' && key === 'callee');
      }
    }
  };
  try {
    visit(program, false);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), code);
}

/** The longest path at the begin of a chain of members. A method or `length` at its end stays. */
function pathIn(node: Node, isCallee: boolean): { readonly node: Node; readonly key: string } | undefined {
  const links: { readonly node: Node; readonly name: string }[] = [];
  let at: Node = node;
  while (at.type === 'MemberExpression') {
    const { object, property, computed } = at as Node & { object: Expression; property: Node; computed: boolean };
    const name = computed
      ? property.type === 'Literal'
        ? String((property as Node & { value: unknown }).value)
        : undefined
      : (property as Node & { name?: string }).name;
    if (name === undefined) return undefined;
    links.unshift({ node: at, name });
    at = object;
  }
  if (at.type !== 'Identifier') return undefined;
  const root = (at as Node & { name: string }).name;
  const isMethod = isCallee || links.at(-1)?.name === 'length';
  const kept = isMethod ? links.slice(0, -1) : links;
  const last = kept.at(-1);
  const key = keyOf([root, ...kept.map(({ name }) => name)]);
  return last === undefined || key === undefined ? undefined : { node: last.node, key };
}

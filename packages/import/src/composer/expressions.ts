import type { JsonValue } from '@botwright/core/diagram';
import {
  type ConditionTranslation,
  type Translation,
  translateCode,
  translateCondition,
} from '../code/translate-code.ts';
import { freeFieldName } from '../field-names.ts';

/** The memory of a bot, and the Fields that it becomes. */
export interface Memory {
  /** The Field of a path such as `user.name`, in a dialog. */
  fieldOf(path: string, dialog: string): string | undefined;
  condition(expression: string, dialog: string): ConditionTranslation;
  /** The value of an expression, such as for a Field. */
  value(expression: string, dialog: string): Translation;
  /** The paths below one that texts name. */
  pathsBelow(path: string, dialog: string): readonly string[];
}

/** The text that the visitor typed last. */
export const lastText = 'turn.activity.text';

/** Marks of a result that is one text: `[0].value` of a date, `[0].contentUrl` of a file. */
const tail = /\[0\]\.(?:value|timex|contentUrl|contentType|name)$/;

/** @param texts - All texts of the bot, in which paths occur. @spec IO4 */
export function readMemory(
  texts: readonly string[],
  fieldName: (name: string) => string,
  hasTextFunctions: boolean,
): Memory {
  const fields = new Map<string, string>();
  const used = new Set<string>();
  const inOrder: string[] = [];
  const places = new Map<string, number>();
  const paths = [...new Set(texts.flatMap((text) => text.slice(0, longestScanned).match(pathForm) ?? []))];
  const fieldOf = (given: string, dialog: string): string | undefined => {
    const key = keyOf(given, dialog);
    if (key === undefined) return undefined;
    const known = fields.get(key);
    if (known !== undefined) return known;
    const [, ...names] = key.replace(/^dialog:[^.]*/, 'dialog').split('.');
    const field = freeFieldName(fieldName(key === lastText ? 'last_text' : names.join('_')), used);
    used.add(field);
    places.set(field, inOrder.length);
    inOrder.push(field);
    fields.set(key, field);
    return field;
  };
  const names = {
    fieldOf: (name: string): string | undefined => {
      const [, at] = /^\$field_(\d{1,6})$/.exec(name) ?? [];
      return at === undefined ? undefined : inOrder[Number(at)];
    },
    hasTextFunctions,
    isMissingEmpty: true,
    readsMaps: true,
  };
  const codeOf = (expression: string, dialog: string): string | undefined =>
    toJavaScript(expression, (path) => {
      const field = fieldOf(path, dialog);
      return field === undefined ? undefined : `$field_${places.get(field)}`;
    });
  return {
    fieldOf,
    condition: (expression, dialog) => {
      const code = codeOf(expression, dialog);
      return code === undefined ? { kind: 'unknown' } : translateCondition(code, names);
    },
    value: (expression, dialog) => {
      const code = codeOf(expression, dialog);
      return code === undefined ? { kind: 'unknown' } : translateCode(code, names);
    },
    pathsBelow: (path, dialog) => {
      const key = keyOf(path, dialog);
      return key === undefined ? [] : paths.filter((each) => keyOf(each, dialog)?.startsWith(`${key}.`) === true);
    },
  };
}

/** UTF-16 units. */
const longestScanned = 500_000;
const pathForm = /\b(?:user|conversation|dialog|turn|this|settings)(?:\.[A-Za-z_]\w*|\[\d+\])+/g;

/** The path without its short forms; `undefined` for one that only the source's engine knows. */
function keyOf(given: string, dialog: string): string | undefined {
  const path = given
    .replace(/^\$(?=[A-Za-z_])/, 'dialog.')
    .replace(/^@{1,2}(?=[A-Za-z_])/, 'turn.recognized.entities.')
    .replace(/^#(?=[A-Za-z_])/, 'turn.recognized.intents.')
    .replace(tail, '')
    .replace(/\[(\d+)\]/g, '.$1');
  const [scope = '', name] = path.split('.');
  if (name === undefined) return undefined;
  if (path.toLowerCase() === lastText) return lastText;
  switch (scope.toLowerCase()) {
    case 'user':
    case 'conversation':
      return path;
    case 'dialog':
      return /^dialog\.foreach\b/i.test(path) ? undefined : path.replace(/^dialog/i, `dialog:${dialog}`);
    case 'turn':
      if (/^turn\.recognized\.entities\.\w+$/i.test(path)) return path;
      return /^turn\.(?:activity|recognized|dialogevent|lastresult|unrecognizedtext|interrupted)\b/i.test(path)
        ? undefined
        : path;
    default:
      return undefined;
  }
}

/** UTF-16 units of an expression that is read, and levels of brackets. */
const longestExpression = 5_000;
const deepest = 60;

/** A form of an expression that has no translation. */
class Unreadable extends Error {}

/**
 * Reads an adaptive expression, and writes it as JavaScript, which has a translation to formulas.
 *
 * @param nameOf - The identifier for a path; `undefined` for one without a Field.
 */
export function toJavaScript(expression: string, nameOf: (path: string) => string | undefined): string | undefined {
  const text = expression.trim().replace(/^=/, '');
  if (text.length > longestExpression) return undefined;
  try {
    const reader = readerOf(text);
    const code = binary(reader, 0, nameOf, 0);
    return reader.ahead() === undefined ? code : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

interface Token {
  readonly kind: 'number' | 'text' | 'template' | 'path' | 'sign';
  readonly text: string;
}

interface Reader {
  ahead(): Token | undefined;
  next(): Token;
  take(sign: string): boolean;
}

const tokenForm =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<template>`(?:[^`\\]|\\.)*`)|(?<path>[$@#%]{0,2}[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*)|(?<sign>&&|\|\||==|!=|<>|<=|>=|[-+*/%<>!()&,?:[\]{}^.]))/y;

function readerOf(text: string): Reader {
  const tokens: Token[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < text.trimEnd().length) {
    const groups = tokenForm.exec(text)?.groups;
    const [kind, found] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || found === undefined) throw new Unreadable();
    tokens.push({ kind: kind as Token['kind'], text: found });
  }
  let at = 0;
  return {
    ahead: () => tokens[at],
    next: () => {
      const token = tokens[at];
      at += 1;
      if (token === undefined) throw new Unreadable();
      return token;
    },
    take: (sign) => {
      const isThere = tokens[at]?.kind === 'sign' && tokens[at]?.text === sign;
      if (isThere) at += 1;
      return isThere;
    },
  };
}

type NameOf = (path: string) => string | undefined;

/** Operators by how strongly they bind, and as JavaScript. */
const operators: Readonly<Record<string, readonly [binds: number, code: string]>> = {
  '||': [1, '||'],
  '&&': [2, '&&'],
  '==': [3, '=='],
  '!=': [3, '!='],
  '<>': [3, '!='],
  '<': [4, '<'],
  '<=': [4, '<='],
  '>': [4, '>'],
  '>=': [4, '>='],
  '+': [5, '+'],
  '-': [5, '-'],
  '&': [5, '&'],
  '*': [6, '*'],
  '/': [6, '/'],
  '%': [6, '%'],
};

function binary(reader: Reader, least: number, nameOf: NameOf, depth: number): string {
  if (depth > deepest) throw new Unreadable();
  let left = unary(reader, nameOf, depth);
  for (;;) {
    const token = reader.ahead();
    const known = token?.kind === 'sign' && Object.hasOwn(operators, token.text) ? operators[token.text] : undefined;
    if (known === undefined || known[0] <= least) return left;
    reader.next();
    const right = binary(reader, known[0], nameOf, depth + 1);
    left = known[1] === '&' ? `("" + ${left} + ${right})` : `(${left} ${known[1]} ${right})`;
  }
}

function unary(reader: Reader, nameOf: NameOf, depth: number): string {
  if (depth > deepest) throw new Unreadable();
  for (const sign of ['!', '-', '+']) if (reader.take(sign)) return `${sign}(${unary(reader, nameOf, depth + 1)})`;
  return primary(reader, nameOf, depth);
}

const constants: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function primary(reader: Reader, nameOf: NameOf, depth: number): string {
  const token = reader.next();
  if (token.kind === 'number') return token.text;
  if (token.kind === 'text') return JSON.stringify(unquoted(token.text));
  if (token.kind === 'template') return interpolated(token.text.slice(1, -1), nameOf);
  if (token.kind === 'sign') {
    if (token.text !== '(') throw new Unreadable();
    const inner = binary(reader, 0, nameOf, depth + 1);
    if (!reader.take(')')) throw new Unreadable();
    return `(${inner})`;
  }
  if (reader.take('(')) return call(token.text, reader, nameOf, depth);
  if (constants.has(token.text.toLowerCase())) return token.text.toLowerCase();
  const name = nameOf(token.text);
  if (name === undefined || reader.ahead()?.text === '[' || reader.ahead()?.text === '.') throw new Unreadable();
  return name;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, (_whole, sign: string) => ({ n: '\n', t: '\t', r: '\r' })[sign] ?? sign);
}

/** A text with `${…}` in it. */
function interpolated(text: string, nameOf: NameOf): string {
  const parts = text.split(/\$\{([^{}]*)\}/).map((part, at) => {
    if (at % 2 === 0) return JSON.stringify(part);
    const code = toJavaScript(part, nameOf);
    if (code === undefined) throw new Unreadable();
    return code;
  });
  return `(${['""', ...parts].join(' + ')})`;
}

/** Functions as JavaScript, by the numbers of their arguments. */
const functions: Readonly<Record<string, (...args: readonly string[]) => string | undefined>> = {
  exists: (x) => `(${x} !== undefined)`,
  empty: (x) => `(${x} == "")`,
  not: (x) => `!(${x})`,
  and: (...all) => `(${all.join(' && ')})`,
  or: (...all) => `(${all.join(' || ')})`,
  equals: (a, b) => `(${a} == ${b})`,
  greater: (a, b) => `(${a} > ${b})`,
  greaterorequals: (a, b) => `(${a} >= ${b})`,
  less: (a, b) => `(${a} < ${b})`,
  lessorequals: (a, b) => `(${a} <= ${b})`,
  if: (test, then, otherwise) => `(${test} ? ${then} : ${otherwise})`,
  concat: (...all) => `(${['""', ...all].join(' + ')})`,
  string: (x) => `String(${x})`,
  int: (x) => `parseInt(${x}, 10)`,
  float: (x) => `Number(${x})`,
  count: (x) => `(${x}).length`,
  length: (x) => `(${x}).length`,
  toupper: (x) => `(${x}).toUpperCase()`,
  tolower: (x) => `(${x}).toLowerCase()`,
  trim: (x) => `(${x}).trim()`,
  contains: (x, y) => `(${x}).includes(${y})`,
  startswith: (x, y) => `(${x}).startsWith(${y})`,
  endswith: (x, y) => `(${x}).endsWith(${y})`,
  replace: (x, from, to) => `(${x}).split(${from}).join(${to})`,
  split: (x, sign) => `(${x}).split(${sign})`,
  join: (x, sign) => `(${x}).join(${sign})`,
  add: (...all) => `(${all.join(' + ')})`,
  sub: (...all) => `(${all.join(' - ')})`,
  mul: (...all) => `(${all.join(' * ')})`,
  div: (...all) => `(${all.join(' / ')})`,
  mod: (a, b) => `(${a} % ${b})`,
  max: (...all) => `Math.max(${all.join(', ')})`,
  min: (...all) => `Math.min(${all.join(', ')})`,
  round: (x) => `Math.round(${x})`,
  floor: (x) => `Math.floor(${x})`,
  ceiling: (x) => `Math.ceil(${x})`,
  coalesce: (...all) => all.reduceRight((rest, each) => `(${each} ? ${each} : ${rest})`),
};

/** `foreach(list, name, expression)`. */
function map(reader: Reader, nameOf: NameOf, depth: number): string {
  const list = binary(reader, 0, nameOf, depth + 1);
  if (!reader.take(',')) throw new Unreadable();
  const { kind, text } = reader.next();
  if (kind !== 'path' || !/^[A-Za-z_]\w*$/.test(text) || !reader.take(',')) throw new Unreadable();
  const each = binary(reader, 0, (path) => (path === text ? '$each' : nameOf(path)), depth + 1);
  if (!reader.take(')')) throw new Unreadable();
  return `(${list}).map($each => ${each})`;
}

function call(name: string, reader: Reader, nameOf: NameOf, depth: number): string {
  if (/^(?:foreach|select)$/i.test(name)) return map(reader, nameOf, depth);
  const args: string[] = [];
  while (!reader.take(')')) {
    args.push(binary(reader, 0, nameOf, depth + 1));
    if (!reader.take(',') && reader.ahead()?.text !== ')') throw new Unreadable();
  }
  const known = name.toLowerCase();
  const write = Object.hasOwn(functions, known) ? functions[known] : undefined;
  const code = write === undefined || args.length === 0 || args.length < write.length ? undefined : write(...args);
  if (code === undefined) throw new Unreadable();
  return code;
}

/** The JSON of a literal expression, such as `=[]`. */
export function literalOf(expression: string): JsonValue | undefined {
  try {
    return JSON.parse(expression.trim().replace(/^=\s*/, '').replaceAll("'", '"')) as JsonValue;
  } catch {
    return undefined;
  }
}

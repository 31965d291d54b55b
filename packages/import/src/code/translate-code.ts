import type { JsonValue } from '@botwright/core/diagram';
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Expression,
  type MemberExpression,
  type Node,
  type Program,
  parse,
  type Statement,
} from 'acorn';
import { celField, celNumber, celText, longestFormula } from './cel.ts';

/** JavaScript of a source, translated. */
export type Translation =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** A text with Fields in it. */
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'formula';
      readonly expression: string;
      /** The type of a Field was guessed: JavaScript decides it when the code runs. */
      readonly isGuess: boolean;
      /** The expression adds a number to a Field. */
      readonly sum?: { readonly field: string; readonly amount: number };
    }
  /** Code that cannot run, such as a plain sentence. */
  | { readonly kind: 'notCode' }
  | { readonly kind: 'unknown' };

export interface CodeNames {
  /** The Field of an identifier. */
  readonly fieldOf: (identifier: string) => string | undefined;
  /** Whether formulas have the functions of texts, such as `split`. */
  readonly hasTextFunctions: boolean;
  /** Whether a Field without a value counts as an empty text. Default: the formula fails. */
  readonly isMissingEmpty?: boolean;
  /** Whether `list.map(name => expression)` is read. */
  readonly readsMaps?: boolean;
}

/** UTF-16 units of code that is parsed. */
const longestCode = 20_000;

/**
 * Translates JavaScript to CEL, by a list of known forms. The code never runs.
 *
 * @param code - An expression, or the body of a function.
 * @spec IM9
 */
export function translateCode(code: string, names: CodeNames): Translation {
  if (code.length > longestCode) return { kind: 'unknown' };
  try {
    const body = parseBody(code);
    return asTranslation(translateBody(body, { ...names, constants: new Map() }));
  } catch (error) {
    if (error instanceof NotCode) return { kind: 'notCode' };
    if (error instanceof Untranslatable || error instanceof RangeError) return { kind: 'unknown' };
    throw error;
  }
}

/** A condition of a source: a formula that is true or not, or its constant result. */
export type ConditionTranslation =
  | { readonly kind: 'formula'; readonly expression: string; readonly isGuess: boolean }
  | { readonly kind: 'constant'; readonly holds: boolean }
  | { readonly kind: 'unknown' };

/** Translates an expression that JavaScript takes for true or false. @spec IM9 */
export function translateCondition(code: string, names: CodeNames): ConditionTranslation {
  if (code.length > longestCode) return { kind: 'unknown' };
  try {
    const [statement] = parseBody(code);
    if (statement?.type !== 'ReturnStatement' || !statement.argument) return { kind: 'unknown' };
    const { cel, literal: constant, isGuess = false } = test(statement.argument, { ...names, constants: new Map() });
    if (typeof constant === 'boolean') return { kind: 'constant', holds: constant };
    if (cel.length > longestFormula) return { kind: 'unknown' };
    return { kind: 'formula', expression: withoutBrackets(cel), isGuess };
  } catch (error) {
    if (error instanceof NotCode || error instanceof Untranslatable || error instanceof RangeError) {
      return { kind: 'unknown' };
    }
    throw error;
  }
}

/** A part of a condition: only whether it is true counts. */
function test(node: Expression, context: Context): Value {
  if (node.type === 'ParenthesizedExpression') return test(node.expression, context);
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const { cel, literal: constant, isGuess } = test(node.argument, context);
    return typeof constant === 'boolean'
      ? literal(!constant)
      : { cel: `!${cel}`, type: 'truth', ...(isGuess ? { isGuess } : {}) };
  }
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [left, right] = [test(node.left, context), test(node.right, context)];
    return { cel: `(${left.cel} ${node.operator} ${right.cel})`, type: 'truth', ...guessOf(left, right) };
  }
  const value = translate(node, context);
  if (value.literal !== undefined) return literal(Boolean(value.literal));
  return { cel: truth(value), type: 'truth', ...guessOf(value) };
}

function parseBody(code: string): readonly Statement[] {
  const hasReturn = /\breturn\b/.test(code);
  try {
    const text = hasReturn ? code : `return (${code}\n)`;
    const program: Program = parse(text, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
    return program.body as readonly Statement[];
  } catch (error) {
    throw error instanceof RangeError ? error : new NotCode();
  }
}

/** Code beyond the list. */
class Untranslatable extends Error {}
/** Code that fails at the first step, because it reads a name that nobody defined. */
class NotCode extends Error {}

type Type = 'number' | 'text' | 'truth' | 'list' | 'any';

interface Value {
  readonly cel: string;
  readonly type: Type;
  /** The text that shows the value, with `@{name}` for Fields. */
  readonly shown?: string;
  readonly literal?: JsonValue;
  readonly field?: string;
  readonly isGuess?: boolean;
  readonly sum?: { readonly field: string; readonly amount: number };
}

interface Context extends CodeNames {
  readonly constants: ReadonlyMap<string, Value>;
}

function asTranslation(value: Value): Translation {
  const { literal, type, shown, cel, isGuess = false, sum } = value;
  if (literal !== undefined) return { kind: 'value', value: literal };
  if ((type === 'text' || value.field !== undefined) && shown !== undefined) return { kind: 'text', text: shown };
  if (cel.length > longestFormula) throw new Untranslatable();
  return { kind: 'formula', expression: withoutBrackets(cel), isGuess, ...(sum === undefined ? {} : { sum }) };
}

/** Removes brackets around the whole expression. */
function withoutBrackets(cel: string): string {
  if (!cel.startsWith('(') || !cel.endsWith(')')) return cel;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < cel.length - 1; at += 1) {
    const character = cel[at];
    if (character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return cel;
  }
  return cel.slice(1, -1);
}

function translateBody(statements: readonly Statement[], context: Context): Value {
  const [first, ...rest] = statements;
  if (first === undefined) throw new Untranslatable();
  if (first.type === 'ReturnStatement' && first.argument) return translate(first.argument, context);
  if (first.type === 'BlockStatement') return translateBody([...first.body, ...rest], context);
  if (first.type === 'IfStatement') {
    const then = translateBody([first.consequent, ...rest], context);
    const otherwise = translateBody(first.alternate ? [first.alternate, ...rest] : rest, context);
    return choice(translate(first.test, context), then, otherwise);
  }
  if (first.type === 'VariableDeclaration') {
    const constants = new Map(context.constants);
    for (const { id, init } of first.declarations) {
      if (first.kind !== 'const' || id.type !== 'Identifier' || !init) throw new Untranslatable();
      constants.set(id.name, translate(init, { ...context, constants }));
    }
    return translateBody(rest, { ...context, constants });
  }
  throw new Untranslatable();
}

function translate(node: Expression, context: Context): Value {
  switch (node.type) {
    case 'Literal':
      return literal(node.value);
    case 'ParenthesizedExpression':
      return translate(node.expression, context);
    case 'Identifier':
      return identifier(node.name, context);
    case 'TemplateLiteral': {
      const parts = node.quasis.flatMap(({ value }, at) => {
        const next = node.expressions[at];
        return [literal(value.cooked ?? ''), ...(next === undefined ? [] : [translate(next, context)])];
      });
      return parts.reduce(joinedTexts, literal(''));
    }
    case 'ArrayExpression':
      return list(node.elements.map((each) => (each === null ? null : translate(each as Expression, context))));
    case 'UnaryExpression':
      return unary(node.operator, translate(node.argument, context));
    case 'BinaryExpression':
      if (node.left.type === 'PrivateIdentifier') throw new Untranslatable();
      if (isNothing(node.left) || isNothing(node.right)) return presence(node.operator, node.left, node.right, context);
      return binary(node.operator, translate(node.left, context), translate(node.right, context));
    case 'LogicalExpression':
      return logical(node.operator, translate(node.left, context), translate(node.right, context));
    case 'ConditionalExpression':
      return choice(
        translate(node.test, context),
        translate(node.consequent, context),
        translate(node.alternate, context),
      );
    case 'MemberExpression':
      return node.computed ? entry(node, context) : length(node, context);
    case 'CallExpression':
      return call(node, context);
    default:
      throw new Untranslatable();
  }
}

/** `null` or `undefined`. */
function isNothing(node: Node): boolean {
  return (
    (node.type === 'Literal' && (node as Node & { readonly value?: unknown }).value === null) ||
    isIdentifier(node, 'undefined')
  );
}

/** A comparison with nothing asks whether a Field has a value. */
function presence(operator: string, left: Expression, right: Expression, context: Context): Value {
  const { field } = translate(isNothing(left) ? right : left, context);
  if (field === undefined || !/^[!=]==?$/.test(operator)) throw new Untranslatable();
  const cel = `(${celText(field)} in fields)`;
  return { cel: operator.startsWith('!') ? cel : `!${cel}`, type: 'truth' };
}

function literal(value: unknown): Value {
  if (typeof value === 'string') return { cel: celText(value), type: 'text', shown: value, literal: value };
  if (typeof value === 'number' && Number.isFinite(value)) {
    return { cel: celNumber(value), type: 'number', shown: String(value), literal: value };
  }
  if (typeof value === 'boolean') return { cel: String(value), type: 'truth', literal: value };
  throw new Untranslatable();
}

/** A list of known texts, numbers and truths. */
function list(entries: readonly (Value | null)[]): Value {
  const known = entries.map((each) => each?.literal);
  if (known.some((each) => each === undefined)) throw new Untranslatable();
  return { cel: `[${entries.map((each) => each?.cel).join(', ')}]`, type: 'list', literal: known as JsonValue };
}

/** Names that code of a browser or of a server has. */
const globals =
  /^(?:Array|Boolean|console|crypto|Date|decodeURIComponent|document|encodeURIComponent|fetch|Infinity|Intl|isNaN|JSON|localStorage|location|Map|Math|NaN|navigator|null|Number|Object|parseFloat|parseInt|Promise|RegExp|Set|setTimeout|String|Symbol|undefined|URL|window)$/;

function identifier(name: string, { fieldOf, constants, isMissingEmpty = false }: Context): Value {
  const constant = constants.get(name);
  if (constant !== undefined) return constant;
  const field = fieldOf(name);
  if (field !== undefined) {
    const cel = isMissingEmpty ? `(${celText(field)} in fields ? ${celField(field)} : "")` : celField(field);
    return { cel, type: 'any', shown: `@{${field}}`, field };
  }
  if (globals.test(name)) throw new Untranslatable();
  throw new NotCode();
}

const number = (value: Value): string => {
  if (value.type === 'number') return value.cel;
  if (value.type === 'any' || value.type === 'text') return `double(${value.cel})`;
  throw new Untranslatable();
};

const text = (value: Value): string => {
  if (value.type === 'text') return value.cel;
  if (value.type === 'list') throw new Untranslatable();
  return `string(${value.cel})`;
};

/** Whether JavaScript takes the value for true. */
function truth({ type, cel, field }: Value): string {
  if (type === 'truth') return cel;
  if (type === 'number') return `(${cel} != 0.0)`;
  if (type === 'text') return `(${cel} != "")`;
  if (field === undefined) throw new Untranslatable();
  return `(${celText(field)} in fields && !(string(${celField(field)}) in ["", "0", "false"]))`;
}

function joinedTexts(left: Value, right: Value): Value {
  const shown = left.shown === undefined || right.shown === undefined ? {} : { shown: left.shown + right.shown };
  if (typeof left.literal === 'string' && right.literal !== undefined && shown.shown !== undefined) {
    return literal(shown.shown);
  }
  return { cel: `(${text(left)} + ${text(right)})`, type: 'text', ...shown, ...guessOf(left, right) };
}

function guessOf(...values: readonly Value[]): { readonly isGuess?: true } {
  return values.some(({ isGuess }) => isGuess === true) ? { isGuess: true } : {};
}

function unary(operator: string, value: Value): Value {
  if (operator === '!') return { cel: `!${truth(value)}`, type: 'truth', ...guessOf(value) };
  if (operator !== '-' && operator !== '+') throw new Untranslatable();
  if (typeof value.literal === 'number') return literal(operator === '-' ? -value.literal : value.literal);
  const cel = operator === '-' ? `(-${number(value)})` : number(value);
  return { cel, type: 'number', ...guessOf(value) };
}

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function binary(operator: string, left: Value, right: Value): Value {
  if (operator === '+') return plus(left, right);
  if (['-', '*', '/', '%'].includes(operator)) {
    return { cel: `(${number(left)} ${operator} ${number(right)})`, type: 'number', ...guessOf(left, right) };
  }
  if (orders.has(operator)) {
    return { cel: `(${number(left)} ${operator} ${number(right)})`, type: 'truth', ...guessOf(left, right) };
  }
  if (!/^[!=]==?$/.test(operator)) throw new Untranslatable();
  const sign = operator.startsWith('!') ? '!=' : '==';
  const isOfNumbers = left.type === 'number' || right.type === 'number';
  const isOfTruths = left.type === 'truth' && right.type === 'truth';
  const as = isOfNumbers ? number : isOfTruths ? truth : text;
  return { cel: `(${as(left)} ${sign} ${as(right)})`, type: 'truth', ...guessOf(left, right) };
}

/** JavaScript adds numbers and joins texts. Two Fields of unknown types count as numbers. */
function plus(left: Value, right: Value): Value {
  if (left.type === 'text' || right.type === 'text') return joinedTexts(left, right);
  const isGuess = left.type === 'any' && right.type === 'any' ? { isGuess: true } : guessOf(left, right);
  const cel = `(${number(left)} + ${number(right)})`;
  const [field, amount] = left.field === undefined ? [right.field, left.literal] : [left.field, right.literal];
  const sum = field !== undefined && typeof amount === 'number' ? { sum: { field, amount } } : {};
  return { cel, type: 'number', ...isGuess, ...sum };
}

function logical(operator: string, left: Value, right: Value): Value {
  if (operator === '??') throw new Untranslatable();
  if (left.type === 'truth' && right.type === 'truth') {
    return { cel: `(${left.cel} ${operator} ${right.cel})`, type: 'truth', ...guessOf(left, right) };
  }
  return operator === '&&' ? choice(left, right, left) : choice(left, left, right);
}

function choice(test: Value, then: Value, otherwise: Value): Value {
  const type = then.type === otherwise.type ? then.type : 'any';
  const as = type === 'any' ? text : ({ cel }: Value) => cel;
  const cel = `(${truth(test)} ? ${as(then)} : ${as(otherwise)})`;
  return { cel, type: type === 'any' ? 'text' : type, ...guessOf(test, then, otherwise) };
}

function length(node: MemberExpression, context: Context): Value {
  if (nameOf(node) !== 'length' || node.object.type === 'Super') throw new Untranslatable();
  const value = translate(node.object, context);
  return { cel: `double(size(${value.cel}))`, type: 'number', ...guessOf(value) };
}

/** An entry of a list by its number. */
function entry({ object, property, optional }: MemberExpression, context: Context): Value {
  const [on, at] = [object, property].map((each) => translate(each as Expression, context));
  const isIndex = typeof at?.literal === 'number' && Number.isInteger(at.literal) && at.literal >= 0;
  if (on === undefined || optional || on.type !== 'list' || !isIndex) throw new Untranslatable();
  return { cel: `${on.cel}[${at.literal}]`, type: 'text', ...guessOf(on) };
}

function nameOf({ computed, property, optional }: MemberExpression): string | undefined {
  return !computed && !optional && property.type === 'Identifier' ? property.name : undefined;
}

const mathCalls: Readonly<Record<string, string>> = {
  round: 'math.round',
  floor: 'math.floor',
  ceil: 'math.ceil',
  abs: 'math.abs',
  min: 'math.least',
  max: 'math.greatest',
};

function call({ callee, arguments: given, optional }: CallExpression, context: Context): Value {
  if (optional || given.some(({ type }) => type === 'SpreadElement')) throw new Untranslatable();
  if (context.readsMaps === true && callee.type === 'MemberExpression' && nameOf(callee) === 'map') {
    return map(callee, given[0], context);
  }
  const values = given.map((each) => translate(each as Expression, context));
  if (callee.type === 'Identifier') return conversion(callee.name, values);
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') throw new Untranslatable();
  const name = nameOf(callee);
  if (name === undefined) throw new Untranslatable();
  if (isIdentifier(callee.object, 'Math')) {
    const mathCall = Object.hasOwn(mathCalls, name) ? mathCalls[name] : undefined;
    if (mathCall === undefined || values.length === 0) throw new Untranslatable();
    const isList = name === 'min' || name === 'max';
    if (!isList && values.length !== 1) throw new Untranslatable();
    return { cel: `${mathCall}(${values.map(number).join(', ')})`, type: 'number', ...guessOf(...values) };
  }
  return method(name, translate(callee.object, context), values, context);
}

/** `list.map(name => expression)`. */
function map({ object }: MemberExpression, each: Node | undefined, context: Context): Value {
  const arrow = each as ArrowFunctionExpression | undefined;
  const [param] = arrow?.type === 'ArrowFunctionExpression' ? arrow.params : [];
  if (
    arrow === undefined ||
    param?.type !== 'Identifier' ||
    arrow.body.type === 'BlockStatement' ||
    object.type === 'Super'
  ) {
    throw new Untranslatable();
  }
  const entry: Value = { cel: 'entry', type: 'any' };
  const constants = new Map([...context.constants, [param.name, entry]]);
  const [list, made] = [translate(object, context), translate(arrow.body, { ...context, constants })];
  return { cel: `${list.cel}.map(entry, ${made.cel})`, type: 'list', isGuess: true };
}

function isIdentifier(node: Node, name: string): boolean {
  return node.type === 'Identifier' && (node as Node & { readonly name?: string }).name === name;
}

function conversion(name: string, values: readonly Value[]): Value {
  const [value, base] = values;
  if (value === undefined || (base !== undefined && base.literal !== 10)) throw new Untranslatable();
  if (name === 'Number' || name === 'parseFloat') return { cel: number(value), type: 'number', ...guessOf(value) };
  if (name === 'parseInt') return { cel: `math.floor(${number(value)})`, type: 'number', ...guessOf(value) };
  if (name === 'String') return { ...value, cel: text(value), type: 'text' };
  throw new Untranslatable();
}

/** Methods of texts: the function of formulas, and the types of its arguments. */
const textMethods: Readonly<
  Record<string, readonly [name: string, takes: readonly ('text' | 'number')[], gives: Type]>
> = {
  toUpperCase: ['upperAscii', [], 'text'],
  toLowerCase: ['lowerAscii', [], 'text'],
  trim: ['trim', [], 'text'],
  split: ['split', ['text'], 'list'],
  slice: ['substring', ['number', 'number'], 'text'],
  replace: ['replace', ['text', 'text'], 'text'],
};

/** Methods that compare an end of a text. */
const placeMethods: Readonly<Record<string, string>> = { startsWith: 'startsWith', endsWith: 'endsWith' };

function method(name: string, on: Value, values: readonly Value[], { hasTextFunctions }: Context): Value {
  const [first] = values;
  if (name === 'includes' && values.length === 1 && first !== undefined) {
    const isGuess = on.type === 'any' ? { isGuess: true } : guessOf(on, first);
    const cel = on.type === 'list' ? `(${text(first)} in ${on.cel})` : `${text(on)}.contains(${text(first)})`;
    return { cel, type: 'truth', ...isGuess };
  }
  const place = Object.hasOwn(placeMethods, name) ? placeMethods[name] : undefined;
  if (place !== undefined && values.length === 1 && first !== undefined && on.type !== 'list') {
    return { cel: `${text(on)}.${place}(${text(first)})`, type: 'truth', ...guessOf(on, first) };
  }
  if (name === 'toString' && values.length === 0) return { ...on, cel: text(on), type: 'text' };
  if (!hasTextFunctions) throw new Untranslatable();
  if (name === 'join' && on.type === 'list' && values.length <= 1) {
    return { cel: `${on.cel}.join(${first === undefined ? '","' : text(first)})`, type: 'text', ...guessOf(on) };
  }
  const known = Object.hasOwn(textMethods, name) ? textMethods[name] : undefined;
  if (known === undefined || on.type === 'list') throw new Untranslatable();
  const [celName, takes, gives] = known;
  const least = name === 'slice' ? 1 : takes.length;
  if (values.length > takes.length || values.length < least) throw new Untranslatable();
  if (name === 'slice' && values.some(({ literal: at }) => typeof at !== 'number' || at < 0))
    throw new Untranslatable();
  const args = values.map((value, at) => (takes[at] === 'number' ? String(value.literal) : text(value)));
  // `replace` of JavaScript replaces the first match.
  const all = name === 'replace' ? [...args, '1'] : args;
  return { cel: `${text(on)}.${celName}(${all.join(', ')})`, type: gives, ...guessOf(on, ...values) };
}

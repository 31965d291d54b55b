import {
  type CelType,
  type Comparison,
  celNumberOf,
  celOf,
  celTextOf,
  type Expression,
  NoTranslation,
  truthOf,
} from '../code/logic.ts';

/** The Field of a parameter of the source. */
export type FieldOfParameter = (scope: string, name: string) => string;

export interface CxNames {
  readonly fieldOf: FieldOfParameter;
}

/** UTF-16 units of an expression. */
const longestExpression = 4_000;
/** Brackets within brackets. */
const deepest = 50;

/** A parameter: `$session.params.x`, `$flow.x`, `$intent.params.x.original`; members of its value follow. */
const reference =
  /\$(session\.params|page\.params|flow|intent\.params|event\.params|request\.generative|request|session)((?:\.(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?|"[^"]{1,100}")|\[\d{1,4}\])+)/uy;
const functionName = /\$sys\.func\.([A-Z_]+)\s*\(/y;

/**
 * Parses an expression of Dialogflow CX: a condition, or a value with functions.
 *
 * @throws {NoTranslation} When it has a form that formulas lack.
 * @spec IC6
 */
export function parseCx(source: string, names: CxNames): Expression {
  const parser = new CxParser(source, names);
  return parser.whole();
}

/** The parameter or the call at a place of a text. @returns The expression and its end; `undefined` without one. */
export function parseCxAt(
  source: string,
  at: number,
  names: CxNames,
): { readonly expression: Expression; readonly end: number } | undefined {
  const parser = new CxParser(source, names, at);
  return parser.dollar();
}

class CxParser {
  readonly #source: string;
  readonly #names: CxNames;
  #at: number;
  #depth = 0;

  constructor(source: string, names: CxNames, at = 0) {
    if (source.length > longestExpression && at === 0) throw new NoTranslation();
    this.#source = source;
    this.#names = names;
    this.#at = at;
  }

  whole(): Expression {
    const expression = this.#any();
    if (this.#current() !== '') throw new NoTranslation();
    return expression;
  }

  dollar(): { readonly expression: Expression; readonly end: number } | undefined {
    const expression = this.#call() ?? this.#parameter();
    return expression === undefined ? undefined : { expression, end: this.#at };
  }

  #any(): Expression {
    return this.#list('any', /(?:OR\b|\|\|)/iy, () => this.#list('all', /(?:AND\b|&&)/iy, () => this.#not()));
  }

  #list(kind: 'any' | 'all', joint: RegExp, part: () => Expression): Expression {
    const parts = [part()];
    while (this.#take(joint) !== undefined) parts.push(part());
    return parts.length === 1 ? (parts[0] as Expression) : { kind, parts };
  }

  #not(): Expression {
    if (this.#take(/NOT\b|!(?!=)/iy) !== undefined) {
      this.#enter();
      const of = this.#not();
      this.#depth -= 1;
      return { kind: 'not', of };
    }
    return this.#compared();
  }

  #compared(): Expression {
    const left = this.#value();
    const operator = this.#take(/!=|<=|>=|==?|<|>|:/y)?.[0];
    if (operator === undefined) return left;
    const given = this.#value();
    // @spec IC16
    const right: Expression = given.kind === 'literal' && given.value === 'null' ? { ...given, value: null } : given;
    const known = operator === '==' ? '=' : operator === ':' ? 'contains' : (operator as Comparison);
    return { kind: 'compare', operator: known, left, right };
  }

  #value(): Expression {
    if (this.#take(/\(/y) !== undefined) {
      this.#enter();
      const inner = this.#any();
      this.#expect(/\)/y);
      this.#depth -= 1;
      return inner;
    }
    this.#current();
    const found = this.#call() ?? this.#parameter();
    if (found !== undefined) return found;
    const text = this.#take(/"((?:[^"\\]|\\.)*)"/sy);
    if (text !== undefined) return { kind: 'literal', value: (text[1] ?? '').replace(/\\(.)/gs, '$1') };
    const number = this.#take(/-?\d+(?:\.\d+)?(?![\w-])/y);
    if (number !== undefined) return { kind: 'literal', value: Number(number[0]) };
    if (this.#take(/\[/y) !== undefined) return { kind: 'list', entries: this.#entries(/\]/y) };
    const word = this.#take(/(?!(?:AND|OR|NOT)\b)[\p{L}\p{N}_][\p{L}\p{N}_.-]*/uy)?.[0];
    if (word === undefined) throw new NoTranslation();
    if (/^(?:null|undefined)$/i.test(word)) return { kind: 'literal', value: null };
    if (/^(?:true|false)$/i.test(word)) return { kind: 'literal', value: /^true$/i.test(word) };
    return { kind: 'literal', value: word };
  }

  #entries(end: RegExp): readonly Expression[] {
    const entries: Expression[] = [];
    this.#enter();
    while (this.#take(end) === undefined) {
      if (entries.length > 0) this.#expect(/,/y);
      entries.push(this.#any());
    }
    this.#depth -= 1;
    return entries;
  }

  #call(): Expression | undefined {
    functionName.lastIndex = this.#at;
    const match = functionName.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    const given = this.#entries(/\)/y);
    return callOf(match[1] ?? '', given);
  }

  #parameter(): Expression | undefined {
    reference.lastIndex = this.#at;
    const match = reference.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    const [, scope = '', rest = ''] = match;
    const [name = '', ...path] = [...rest.matchAll(/\.("?)([^."[\]]+|[^"]+)\1|\[(\d+)\]/gu)].map(
      ([, , key, index]) => key ?? index ?? '',
    );
    const { fieldOf } = this.#names;
    if (scope === 'page.params' && /^status$/i.test(name) && path.length === 0) {
      return { kind: 'cel', cel: statusMark, type: 'text' };
    }
    const isOfIntent = scope === 'intent.params' && /^(?:original|resolved)$/.test(path[0] ?? '');
    return { kind: 'field', field: fieldOf(scope, name), path: isOfIntent ? path.slice(1) : path };
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NoTranslation();
  }

  #current(): string {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at += 1;
    return this.#source[this.#at] ?? '';
  }

  #take(token: RegExp): RegExpExecArray | undefined {
    this.#current();
    token.lastIndex = this.#at;
    const match = token.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }

  #expect(token: RegExp): void {
    if (this.#take(token) === undefined) throw new NoTranslation();
  }
}

/** Stands for `$page.params.status` until its comparison is known. */
const statusMark = '#status';

/** Replaces comparisons of the status of the form. */
export function withFormStatus(expression: Expression, isFormFinal: Expression): Expression {
  switch (expression.kind) {
    case 'compare': {
      const { left, right, operator } = expression;
      const [mark, other] = isStatus(left) ? [left, right] : [right, left];
      if (!isStatus(mark)) return expression;
      if (other.kind !== 'literal' || (operator !== '=' && operator !== '!=')) throw new NoTranslation();
      const isFinal = /^final$/i.test(String(other.value));
      if (!isFinal) return { kind: 'literal', value: operator === '!=' };
      return operator === '=' ? isFormFinal : { kind: 'not', of: isFormFinal };
    }
    case 'all':
    case 'any':
      return { kind: expression.kind, parts: expression.parts.map((part) => withFormStatus(part, isFormFinal)) };
    case 'not':
      return { kind: 'not', of: withFormStatus(expression.of, isFormFinal) };
    default:
      if (isStatus(expression)) throw new NoTranslation();
      return expression;
  }
}

const isStatus = (expression: Expression): boolean => expression.kind === 'cel' && expression.cel === statusMark;

type Call = (given: readonly Expression[]) => readonly [cel: string, type: CelType];

const numbers =
  (sign: string): Call =>
  (given) => [`(${atLeast(given, 2).map(celNumberOf).join(` ${sign} `)})`, 'number'];
const ofNumbers =
  (name: string): Call =>
  (given) => [`${name}(${atLeast(given, 1).map(celNumberOf).join(', ')})`, 'number'];
const ofText =
  (name: string): Call =>
  (given) => [`${celTextOf(first(given))}.${name}()`, 'text'];

const calls: Readonly<Record<string, Call>> = {
  ADD: numbers('+'),
  MINUS: numbers('-'),
  MULTIPLY: numbers('*'),
  DIVIDE: numbers('/'),
  MOD: numbers('%'),
  MAX: ofNumbers('math.greatest'),
  MIN: ofNumbers('math.least'),
  FLOOR: ofNumbers('math.floor'),
  CEIL: ofNumbers('math.ceil'),
  ROUND: ofNumbers('math.round'),
  ABS: ofNumbers('math.abs'),
  RAND: () => ['random()', 'number'],
  LOWER: ofText('lowerAscii'),
  UPPER: ofText('upperAscii'),
  TRIM: ofText('trim'),
  TO_TEXT: (given) => [celTextOf(first(given)), 'text'],
  TO_NUMBER: (given) => [celNumberOf(first(given)), 'number'],
  IDENTITY: (given) => {
    const { cel, type } = celOf(first(given));
    return [cel, type];
  },
  LEN: (given) => [`double(size(${celTextOf(first(given))}))`, 'number'],
  COUNT: (given) => [`double(size(${celOf(first(given)).cel}))`, 'number'],
  CONCATENATE: (given) => [`(${atLeast(given, 1).map(celTextOf).join(' + ')})`, 'text'],
  JOIN: ([list, separator]) => [`${celOf(first([list])).cel}.join(${celTextOf(first([separator]))})`, 'text'],
  SPLIT: ([text, separator]) => [`${celTextOf(first([text]))}.split(${celTextOf(first([separator]))})`, 'list'],
  CONTAIN: ([where, what]) => [`(${celTextOf(first([what]))} in ${celOf(first([where])).cel})`, 'truth'],
  SUBSTRING: (given) => {
    const [text, ...places] = atLeast(given, 2);
    const bounds = places.map((place) => `int(${celNumberOf(place)})`);
    return [`${celTextOf(first([text]))}.substring(${bounds.join(', ')})`, 'text'];
  },
  REPLACE: (given) => {
    const [text, ...words] = atLeast(given, 3);
    return [`${celTextOf(first([text]))}.replace(${words.map(celTextOf).join(', ')})`, 'text'];
  },
  GET_FIELD: ([of, name]) => [`${celOf(first([of])).cel}[${celTextOf(first([name]))}]`, 'any'],
  GET_FIRST: ([list]) => [`${celOf(first([list])).cel}[0]`, 'any'],
  IF: ([test, then, otherwise]) => {
    const values = [first([then]), first([otherwise])];
    return [`(${truthOf(first([test]))} ? ${values.map(celTextOf).join(' : ')})`, 'text'];
  },
};

function first(given: readonly (Expression | undefined)[]): Expression {
  const [value] = given;
  if (value === undefined) throw new NoTranslation();
  return value;
}

function atLeast(given: readonly Expression[], count: number): readonly Expression[] {
  if (given.length < count) throw new NoTranslation();
  return given;
}

function callOf(name: string, given: readonly Expression[]): Expression {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (call === undefined) throw new NoTranslation();
  const [cel, type] = call(given);
  return { kind: 'cel', cel, type };
}

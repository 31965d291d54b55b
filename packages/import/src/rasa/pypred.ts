import { type Comparison, type Expression, NoTranslation } from '../code/logic.ts';

/** The Field of a slot or a value of the context. */
export type FieldOfName = (scope: 'slots' | 'context', name: string) => string;

/** UTF-16 units of a condition. */
const longest = 4_000;
/** Brackets within brackets. */
const deepest = 50;

/**
 * Parses a condition of a flow.
 *
 * @throws {NoTranslation} When it has a form that formulas lack.
 * @spec IR6
 */
export function parsePredicate(source: string, fieldOf: FieldOfName): Expression {
  if (source.length > longest) throw new NoTranslation();
  return new Parser(source, fieldOf).whole();
}

class Parser {
  readonly #source: string;
  readonly #fieldOf: FieldOfName;
  #at = 0;
  #depth = 0;

  constructor(source: string, fieldOf: FieldOfName) {
    this.#source = source;
    this.#fieldOf = fieldOf;
  }

  whole(): Expression {
    const found = this.#any();
    if (this.#rest() !== '') throw new NoTranslation();
    return found;
  }

  #any(): Expression {
    return this.#list('any', /or\b/iy, () => this.#list('all', /and\b/iy, () => this.#not()));
  }

  #list(kind: 'any' | 'all', joint: RegExp, part: () => Expression): Expression {
    const parts = [part()];
    while (this.#take(joint) !== undefined) parts.push(part());
    return parts.length === 1 ? (parts[0] as Expression) : { kind, parts };
  }

  #not(): Expression {
    if (this.#take(/not\b|!(?!=)/iy) === undefined) return this.#compared();
    return this.#within(() => ({ kind: 'not', of: this.#not() }));
  }

  #within(read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NoTranslation();
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #compared(): Expression {
    const left = this.#value();
    const operator = this.#take(/is\s+not\b|is\b|not\s+in\b|in\b|contains\b|matches\b|!=|<=|>=|==?|<|>/iy)?.[0];
    if (operator === undefined) return left;
    const right = this.#value();
    const known = operatorOf(operator.toLowerCase().replace(/\s+/g, ' '));
    const compared: Expression = { kind: 'compare', operator: known, left, right };
    return /^not in$/i.test(operator.replace(/\s+/g, ' ')) ? { kind: 'not', of: compared } : compared;
  }

  #value(): Expression {
    if (this.#take(/\(/y) !== undefined) {
      return this.#within(() => {
        const inner = this.#any();
        if (this.#take(/\)/y) === undefined) throw new NoTranslation();
        return inner;
      });
    }
    const text = this.#take(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy);
    if (text !== undefined) return { kind: 'literal', value: (text[1] ?? text[2] ?? '').replace(/\\(["'\\])/g, '$1') };
    const number = this.#take(/-?\d+(?:\.\d+)?(?![\w-])/y);
    if (number !== undefined) return { kind: 'literal', value: Number(number[0]) };
    if (this.#take(/[[{]/y) !== undefined) return this.#entries();
    const name = this.#take(/(slots|context)\.([\p{L}\p{N}_]+)((?:\.[\p{L}\p{N}_]+)*)/uy);
    if (name !== undefined) {
      const [, scope, first = '', path = ''] = name;
      const field = this.#fieldOf(scope as 'slots' | 'context', first);
      return { kind: 'field', field, path: path.split('.').filter((part) => part !== '') };
    }
    const word = this.#take(/(?!(?:and|or|not|is|in|contains|matches)\b)[\p{L}_][\p{L}\p{N}_]*/iuy)?.[0];
    if (word === undefined) throw new NoTranslation();
    if (/^(?:null|none|undefined|empty)$/i.test(word)) return { kind: 'literal', value: null };
    if (/^(?:true|false)$/i.test(word)) return { kind: 'literal', value: /^true$/i.test(word) };
    throw new NoTranslation();
  }

  #entries(): Expression {
    const entries: Expression[] = [];
    while (this.#take(/[\]}]/y) === undefined) {
      entries.push(this.#value());
      this.#take(/,/y);
    }
    return { kind: 'list', entries };
  }

  #rest(): string {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at += 1;
    return this.#source.slice(this.#at);
  }

  #take(token: RegExp): RegExpExecArray | undefined {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at += 1;
    token.lastIndex = this.#at;
    const match = token.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }
}

function operatorOf(written: string): Comparison {
  switch (written) {
    case 'is':
    case '==':
    case '=':
      return '=';
    case 'is not':
    case '!=':
      return '!=';
    case 'not in':
      return 'in';
    default:
      return written as Comparison;
  }
}

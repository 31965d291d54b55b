import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { listOf, member, textOf } from '../json.ts';
import type { Conversion } from './conversion.ts';

/** Params of one `conditions` block, or of one case. */
export interface ConditionPart extends JsonObject {
  readonly match: 'all' | 'any';
  readonly conditions: readonly JsonObject[];
}

export interface ReadCondition {
  /** All parts must hold. Empty: the condition never holds. */
  readonly parts: readonly ConditionPart[];
  /** Comparisons that blocks have no form for: they count as false. */
  readonly dropped: readonly string[];
  /** Differences between comparisons here and in the source, one sentence each. */
  readonly changes: readonly string[];
}

/** The facts of the bot that comparisons need. */
type Bot = Pick<Conversion, 'variables' | 'values' | 'at'>;

const operators: Readonly<Record<string, string>> = {
  'Equal to': 'is',
  'Not equal': 'is_not',
  Contains: 'contains',
  'Does not contain': 'not_contains',
  'Greater than': 'greater',
  'Less than': 'less',
  'Greater or equal to': 'at_least',
  'Less or equal to': 'at_most',
  'Is set': 'is_set',
  'Is empty': 'is_not_set',
  'Starts with': 'starts_with',
  'Ends with': 'ends_with',
  'Matches regex': 'matches',
  'Does not match regex': 'not_matches',
};
const withoutValue: ReadonlySet<string> = new Set(['is_set', 'is_not_set']);

/** Reads a condition of a Condition block, or of a choice that is not always shown. @spec IM61 */
export function readCondition(given: JsonValue | undefined, bot: Bot): ReadCondition {
  const isAny = textOf(member(given, 'logicalOperator')) === 'OR';
  const dropped: string[] = [];
  const changes: string[] = [];
  const simple: JsonObject[] = [];
  const composite: ConditionPart[] = [];
  let isFalse = false;
  let isTrue = false;
  for (const comparison of listOf(member(given, 'comparisons'))) {
    const read = readComparison(comparison, bot);
    if (read === false) isFalse = true;
    else if (read === true) isTrue = true;
    else if (typeof read === 'string') {
      dropped.push(read);
      isFalse = true;
    } else {
      const { match, conditions } = read;
      changes.push(...changesOf(conditions, bot));
      const isPlain = conditions.length === 1 || (match === 'any') === isAny;
      if (isPlain) simple.push(...conditions);
      else if (!isAny) composite.push(read);
      else {
        simple.push(...conditions.slice(0, 1));
        changes.push('Without a value, the comparison may hold, and did not before.');
      }
    }
  }
  if (isTrue && (isAny || (simple.length === 0 && composite.length === 0 && !isFalse))) {
    return { parts: [{ match: 'all', conditions: [{ formula: 'true' }] }], dropped, changes: [] };
  }
  const all =
    simple.length === 0 ? composite : [{ match: isAny ? 'any' : 'all', conditions: simple } as const, ...composite];
  return { parts: isFalse && !isAny ? [] : all, dropped, changes };
}

/** @returns A boolean if it does not depend on the Field, or the reason why there is no condition. */
function readComparison(comparison: JsonValue, { variables, at }: Bot): ConditionPart | string | boolean {
  const field = variables.byId(member(comparison, 'variableId'));
  const said = textOf(member(comparison, 'comparisonOperator'));
  const operator = Object.hasOwn(operators, said) ? operators[said] : undefined;
  if (field === undefined || said === '') return false;
  if (operator === undefined) return `“${said}”`;
  if (withoutValue.has(operator)) return all({ field, operator });
  const { text, dropped } = variables.fill(member(comparison, 'value'));
  if (dropped.length > 0) return 'A comparison with code';
  if (text === 'null' || text === 'undefined') return compareWithNothing(operator, field);
  if (text === '' && !orders.has(operator)) return holdsWithNothing(operator);
  const value = operator.endsWith('matches') ? patternOf(text) : text === '' ? '0' : text;
  if (value === undefined) return `“${said}” ${text}`;
  const wanted = { field, operator, value };
  if (operator.endsWith('matches')) return all(wanted, ...needed(operator, field, text));
  if (at.accepts('conditions', all(wanted))) return all(wanted);
  const strict = { at_least: 'greater', at_most: 'less' }[operator];
  if (strict === undefined) return `“${said}”`;
  return {
    match: 'any',
    conditions: [
      { field, operator: strict, value },
      { field, operator: 'is', value },
    ],
  };
}

function all(...conditions: readonly JsonObject[]): ConditionPart {
  return { match: 'all', conditions };
}

/** An empty pattern matches nothing in the source; without a value of the Field, nothing matches or does not match. */
function needed(operator: string, field: string, pattern: string): readonly JsonObject[] {
  const [, other] = /^@\{([^{}]*)\}$/.exec(pattern) ?? [];
  return [...(operator === 'not_matches' ? [field] : []), ...(other === undefined ? [] : [other])].map((each) => ({
    field: each,
    operator: 'is_set',
  }));
}

const orders: ReadonlySet<string> = new Set(['greater', 'less', 'at_least', 'at_most']);

function compareWithNothing(operator: string, field: string): ConditionPart | boolean {
  if (operator === 'is') return all({ field, operator: 'is_not_set' });
  if (operator === 'is_not') return all({ field, operator: 'is_set' });
  return holdsWithNothing(operator);
}

const holdsWithNothing = (operator: string): boolean => operator === 'is_not' || operator === 'not_contains';

const fold = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** The source distinguishes capital letters, and compares a text that is no number by its length. */
function changesOf(conditions: readonly JsonObject[], { values }: Bot): readonly string[] {
  return conditions.flatMap((each) => {
    const [field, operator, value] = [each['field'], each['operator'], each['value']].map(textOf) as [
      string,
      string,
      string,
    ];
    const known = values.textsOf(field);
    if (orders.has(operator)) {
      const isOfNumbers = values.isNumber(field) && (!Number.isNaN(Number(value)) || value.startsWith('@{'));
      return isOfNumbers ? [] : [`A text in “${field}” that is no number is not compared by its length any more.`];
    }
    if (values.isList(field) && /contains$|_with$/.test(operator)) {
      return [`Entries of “${field}” are compared in small letters, the ends of the list by one entry.`];
    }
    if (!/^is(?:_not)?$/.test(operator)) return [];
    if (values.isNumber(field)) {
      const isOther = /^[\d.+-]+$/.test(value) && String(Number(value)) !== value;
      return isOther ? [`“${field}” is compared as a number: “${value}” is the same as ${Number(value)}.`] : [];
    }
    if (!/\p{L}/u.test(value)) return [];
    const isExact =
      known !== undefined &&
      !value.includes('@{') &&
      known.every((text) => text === value || fold(text) !== fold(value));
    return isExact ? [] : ['The comparison distinguished capital letters, and does not any more.'];
  });
}

/** A pattern of JavaScript as one in linear time. */
function patternOf(text: string): string | undefined {
  const [, written = text, flags = ''] = /\/(.+)\/([gimuy]*)$/s.exec(text) ?? [];
  if (/\(\?[=!<]|\\[1-9k]/.test(written) || written.length > 480) return undefined;
  const kept = flags.replace(/[^im]/g, '');
  return kept === '' ? written : `(?${kept})${written}`;
}

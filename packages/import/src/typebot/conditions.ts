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

/** What comparisons need to know of the bot. */
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

/** Reads a condition of a Condition block, or of a choice that is not always shown. @spec IM60, IM61 */
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
      changes.push(...changesOf(read, bot));
      if (read.length === 1 || isAny) simple.push(...read);
      else composite.push({ match: 'any', conditions: read });
    }
  }
  if (isTrue && (isAny || (simple.length === 0 && composite.length === 0 && !isFalse))) {
    return { parts: [{ match: 'all', conditions: [{ formula: 'true' }] }], dropped, changes: [] };
  }
  const all =
    simple.length === 0 ? composite : [{ match: isAny ? 'any' : 'all', conditions: simple } as const, ...composite];
  return { parts: isFalse && !isAny ? [] : all, dropped, changes };
}

/**
 * @returns Conditions of which one must hold, a boolean if it does not depend on the Field, or the reason why there is
 *   none.
 */
function readComparison(comparison: JsonValue, { variables, at }: Bot): readonly JsonObject[] | string | boolean {
  const field = variables.byId(member(comparison, 'variableId'));
  const said = textOf(member(comparison, 'comparisonOperator'));
  const operator = Object.hasOwn(operators, said) ? operators[said] : undefined;
  if (field === undefined || said === '') return false;
  if (operator === undefined) return `“${said}”`;
  if (withoutValue.has(operator)) return [{ field, operator }];
  const { text, dropped } = variables.fill(member(comparison, 'value'));
  if (dropped.length > 0) return 'A comparison with code';
  if (text === 'null' || text === 'undefined') return compareWithNothing(operator, field);
  if (text === '' && !orders.has(operator)) return operator.includes('not');
  const value = operator.endsWith('matches') ? patternOf(text) : text === '' ? '0' : text;
  if (value === undefined) return `“${said}” ${text}`;
  const wanted = { field, operator, value };
  if (at.accepts('conditions', { match: 'all', conditions: [wanted] })) return [wanted];
  const strict = { at_least: 'greater', at_most: 'less' }[operator];
  return strict === undefined
    ? `“${said}”`
    : [
        { field, operator: strict, value },
        { field, operator: 'is', value },
      ];
}

const orders: ReadonlySet<string> = new Set(['greater', 'less', 'at_least', 'at_most']);

function compareWithNothing(operator: string, field: string): readonly JsonObject[] | boolean {
  if (operator === 'is') return [{ field, operator: 'is_not_set' }];
  if (operator === 'is_not') return [{ field, operator: 'is_set' }];
  return operator.includes('not');
}

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
    if (!/^is(?:_not)?$/.test(operator) || !/\p{L}/u.test(value) || values.isNumber(field)) return [];
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

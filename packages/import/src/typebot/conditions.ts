import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { listOf, member, textOf } from '../json.ts';
import type { Variables } from './texts.ts';

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
  /** Whether a comparison distinguishes capital letters in the source, but not here. */
  readonly hasCase: boolean;
}

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

/** Reads a condition of a Condition block, or of a choice that is not always shown. */
export function readCondition(given: JsonValue | undefined, variables: Variables, at: BlocksAtHand): ReadCondition {
  const isAny = textOf(member(given, 'logicalOperator')) === 'OR';
  const dropped: string[] = [];
  const simple: JsonObject[] = [];
  const composite: ConditionPart[] = [];
  let isFalse = false;
  for (const comparison of listOf(member(given, 'comparisons'))) {
    const read = readComparison(comparison, variables, at);
    if (read === undefined) isFalse = true;
    else if (typeof read === 'string') {
      dropped.push(read);
      isFalse = true;
    } else if (read.length === 1) simple.push(...read);
    else if (isAny) simple.push(...read);
    else composite.push({ match: 'any', conditions: read });
  }
  const all =
    simple.length === 0 ? composite : [{ match: isAny ? 'any' : 'all', conditions: simple } as const, ...composite];
  const hasCase = simple.some(
    ({ operator, value }) => /^is(?:_not)?$/.test(textOf(operator)) && /\p{L}/u.test(textOf(value)),
  );
  return { parts: isFalse && !isAny ? [] : all, dropped, hasCase };
}

/**
 * @returns Conditions of which one must hold, or the reason why there are none. `undefined`: the comparison never
 *   holds in the source either.
 */
function readComparison(
  comparison: JsonValue,
  variables: Variables,
  at: BlocksAtHand,
): readonly JsonObject[] | string | undefined {
  const field = variables.byId(member(comparison, 'variableId'));
  const said = textOf(member(comparison, 'comparisonOperator'));
  const operator = Object.hasOwn(operators, said) ? operators[said] : undefined;
  if (field === undefined || said === '') return undefined;
  if (operator === undefined) return `“${said}”`;
  if (withoutValue.has(operator)) return [{ field, operator }];
  const { text, dropped } = variables.fill(member(comparison, 'value'));
  if (dropped.length > 0) return 'A comparison with code';
  if (text === '' || text === 'null' || text === 'undefined')
    return emptyComparison(operator, field) ?? `“${said}” nothing`;
  const value = operator.endsWith('matches') ? patternOf(text) : text;
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

function emptyComparison(operator: string, field: string): readonly JsonObject[] | undefined {
  if (operator === 'is') return [{ field, operator: 'is_not_set' }];
  return operator === 'is_not' ? [{ field, operator: 'is_set' }] : undefined;
}

/** A pattern of JavaScript as one in linear time. */
function patternOf(text: string): string | undefined {
  const [, written = text, flags = ''] = /\/(.+)\/([gimuy]*)$/s.exec(text) ?? [];
  if (/\(\?[=!<]|\\[1-9k]/.test(written) || written.length > 480) return undefined;
  const kept = flags.replace(/[^im]/g, '');
  return kept === '' ? written : `(?${kept})${written}`;
}

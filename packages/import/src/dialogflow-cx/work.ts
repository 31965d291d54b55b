import type { JsonValue } from '@botwright/core/diagram';
import { longestFormula } from '../code/cel.ts';
import { celOf, type Decision, decisionOf, type Expression, NoTranslation } from '../code/logic.ts';
import type { Chain, Draft } from '../drafting/draft.ts';
import type { Expected } from '../drafting/scenario-file.ts';
import { fieldNamer } from '../field-names.ts';
import { listOf, textOf } from '../json.ts';
import { excerpt, withoutReferences } from '../plain-texts.ts';
import type { SourceAt } from '../source-order.ts';
import type { Agent, CxEntityType } from './agent.ts';
import { type CxNames, parseCx, parseCxAt, withFormStatus } from './expressions.ts';

/** The work on one agent. */
export interface Work {
  readonly agent: Agent;
  readonly draft: Draft;
  readonly names: CxNames;
  /** A Field of the importer's own, such as the last text of the visitor. */
  ownField(name: string): string;
  /** The Field of a parameter of the session. */
  parameter(name: string): string;
  /** The names of all parameters of forms, intents and presets, in order. */
  readonly parameters: readonly string[];
  /** By the wording of a text, the messages of the payloads behind it. */
  readonly shownAfter: Map<string, readonly Expected[]>;
  /** The parts of the diagram that look for entities, by their places. */
  readonly finders: Map<string, { readonly type: CxEntityType; readonly field: string }>;
  /** By flow and page: the pages that lead to a page which leads back. */
  readonly pagesBefore: Map<string, ReadonlyMap<string, readonly { readonly name: string; readonly place: string }[]>>;
}

/** Fields of the agent's parameters. @spec IM13 */
export function workOn(agent: Agent, draft: Draft, parameters: readonly string[]): Work {
  const { fieldName = (name: string) => name } = draft.options;
  const fieldOf = fieldNamer();
  const parameter = (name: string): string => fieldOf(`session ${name}`, fieldName(name));
  const ownField = (name: string): string => fieldOf(`own ${name}`, name);
  return {
    agent,
    draft,
    parameter,
    ownField,
    parameters,
    finders: new Map(),
    shownAfter: new Map(),
    pagesBefore: new Map(),
    names: {
      fieldOf: (scope, name) => {
        if (scope === 'flow') return fieldOf(`flow ${name}`, fieldName(`flow_${name}`));
        if (scope === 'request' && name === 'user-utterance') return ownField('last_text');
        if (scope === 'request' || scope === 'session')
          return fieldOf(`${scope} ${name}`, fieldName(`${scope}_${name}`));
        return parameter(name);
      },
    },
  };
}

/** A condition of a route or a case; one without a translation never holds, and is reported. */
export function readCondition(work: Work, source: string, at: SourceAt, isFormFinal: Expression): Decision {
  try {
    return decisionOf(withFormStatus(parseCx(source, work.names), isFormFinal));
  } catch (error) {
    if (!(error instanceof NoTranslation)) throw error;
    work.draft.report(at, [
      'lost',
      'condition-formula',
      `The condition ${excerpt(source)} has no form, and never holds.`,
    ]);
    return false;
  }
}

/** The condition of a form that is complete: each parameter that is asked has a value. */
export function allSet(fields: readonly string[]): Expression {
  if (fields.length === 0) return { kind: 'literal', value: true };
  return {
    kind: 'all',
    parts: fields.map((field) => ({
      kind: 'compare',
      operator: '!=',
      left: { kind: 'field', field, path: [] },
      right: { kind: 'literal', value: null },
    })),
  };
}

/** A text with Fields, and formulas that have to be computed before it is said. */
export interface CxText {
  readonly text: string;
  readonly formulas: readonly { readonly field: string; readonly expression: string }[];
}

/** Reads parameters and functions in a text. */
export function readText(work: Work, source: string, at: SourceAt): CxText {
  const formulas: { field: string; expression: string }[] = [];
  let text = '';
  let end = 0;
  for (let place = source.indexOf('$'); place !== -1; place = source.indexOf('$', Math.max(end, place + 1))) {
    const found = parsedAt(work, source, place, at);
    if (found === undefined) continue;
    text += withoutReferences(source.slice(end, place));
    end = found.end;
    if (found.expression === undefined) continue;
    const { expression } = found;
    if (expression.kind === 'field' && expression.path.length === 0) {
      text += `@{${expression.field}}`;
      continue;
    }
    const formula = formulaOf(expression);
    if (formula === undefined) {
      reportText(work, source.slice(place, end), at);
      continue;
    }
    const known = formulas.find((each) => each.expression === formula);
    const field = known?.field ?? work.ownField(`part_${formulas.length + 1}`);
    if (known === undefined) formulas.push({ field, expression: formula });
    text += `@{${field}}`;
  }
  return { text: text + withoutReferences(source.slice(end)), formulas };
}

function reportText(work: Work, part: string, at: SourceAt): void {
  work.draft.report(at, ['lost', 'code-not-translated', `The text lacks the result of ${excerpt(part)}.`]);
}

/** @returns `expression: undefined` for code without a translation, whose end is known. */
function parsedAt(
  work: Work,
  source: string,
  place: number,
  at: SourceAt,
): { readonly expression?: Expression; readonly end: number } | undefined {
  try {
    return parseCxAt(source, place, work.names);
  } catch (error) {
    if (!(error instanceof NoTranslation)) throw error;
    const end = endOfCall(source, place);
    reportText(work, source.slice(place, end), at);
    return { end };
  }
}

/** The end of a call, by its brackets. */
function endOfCall(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] !== ')') continue;
    depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

function formulaOf(expression: Expression): string | undefined {
  try {
    const { cel } = celOf(expression);
    return cel.length <= longestFormula && !cel.includes('#status') ? cel : undefined;
  } catch (error) {
    if (error instanceof NoTranslation) return undefined;
    throw error;
  }
}

/** Adds the formulas of a text. */
export function computeParts(chain: Chain, draft: Draft, formulas: CxText['formulas']): void {
  for (const { field, expression } of formulas) compute(chain, draft, field, expression);
}

/** Adds a formula. When it fails, the Field has no value. */
export function compute(chain: Chain, draft: Draft, field: string, expression: string): string {
  const next = draft.place();
  const key = chain.add('formulas', { expression, destination: field }, '$success', [['$failed', next]]);
  // Both outputs lead on.
  draft.builder.standsFor(next, chain.open);
  return key;
}

/** Adds the writing of a value to a Field. */
export function setField(work: Work, chain: Chain, field: string, value: JsonValue | undefined, at: SourceAt): string {
  const { draft } = work;
  const clear = (): string => chain.add('set_a_field', { field, action: 'UNSET' }, 'success');
  if (value === undefined || value === null || value === '') return clear();
  if (typeof value === 'object' && Object.keys(value).length === 0) return clear();
  if (typeof value !== 'string') {
    const filled = filledDeep(work, chain, value, at);
    return chain.add('set_a_field', { field, action: 'SET', value: filled }, 'success');
  }
  const expression = wholeExpression(work, value);
  if (expression?.kind === 'field' && expression.path.length === 0) {
    return chain.add('set_a_field', { field, action: 'SET', value: `@{${expression.field}}` }, 'success');
  }
  const formula = expression === undefined ? undefined : formulaOf(expression);
  if (formula !== undefined) {
    const [, amount] = sum(field).exec(formula) ?? [];
    if (amount !== undefined) {
      return chain.add('set_a_field', { field, action: 'ADD', value: Number(amount) }, 'success');
    }
    return compute(chain, draft, field, formula);
  }
  const { text, formulas } = readText(work, value, at);
  computeParts(chain, draft, formulas);
  return text === '' ? clear() : chain.add('set_a_field', { field, action: 'SET', value: text }, 'success');
}

/** A number is added to the Field itself. */
const sum = (field: string): RegExp =>
  new RegExp(
    `^\\(double\\((?:double\\()?fields\\["${field.replace(/[^\w]/g, '\\$&')}"\\]\\)?\\) \\+ (-?\\d+(?:\\.\\d+)?)\\)$`,
  );

/** A value that is one expression as a whole. */
function wholeExpression(work: Work, value: string): Expression | undefined {
  const trimmed = value.trim();
  if (!trimmed.startsWith('$')) return undefined;
  try {
    const found = parseCxAt(trimmed, 0, work.names);
    return found !== undefined && found.end === trimmed.length ? found.expression : undefined;
  } catch (error) {
    if (error instanceof NoTranslation) return undefined;
    throw error;
  }
}

function filledDeep(work: Work, chain: Chain, value: JsonValue, at: SourceAt): JsonValue {
  if (typeof value === 'string') {
    const { text, formulas } = readText(work, value, at);
    computeParts(chain, work.draft, formulas);
    return text;
  }
  if (Array.isArray(value)) return listOf(value).map((each) => filledDeep(work, chain, each, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, filledDeep(work, chain, each as JsonValue, at)]),
  );
}

/** The name in `$request.generative.x`, `$session.params.x` or `x`. */
export function targetField(work: Work, written: string): string {
  const name = textOf(written).trim();
  try {
    const found = name.startsWith('$') ? parseCxAt(name, 0, work.names) : undefined;
    if (found?.expression.kind === 'field') return found.expression.field;
  } catch (error) {
    if (!(error instanceof NoTranslation)) throw error;
  }
  return work.parameter(name);
}

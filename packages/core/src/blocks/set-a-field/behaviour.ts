import { type Field, type FieldWrite, findField } from '../../domain/field/field.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import { isJsonList, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName, writeField } from '../../runner/behaviour/field-writes.ts';
import { textParam } from '../../runner/behaviour/params.ts';
import { failWith, leave, type Transition } from '../../runner/behaviour/transition.ts';
import { costs } from '../../runner/budget/costs.ts';
import { isSameEntry } from '../../runner/field/compare-field.ts';
import { numberOf } from '../../runner/field/read-number.ts';
import { valueAs } from '../../runner/field/written-value.ts';
import { decimalArithmetic } from '../../runner/formula/decimal-arithmetic.ts';
import { fillJson } from '../../runner/text/fill-json.ts';

/** Entries of a list that `APPEND` makes. */
const mostListEntries = 1_000;

/** @spec RN72, RN73, RN74, LG10, LG11, LG12, LG13 */
export const setAField: BlockBehaviour = {
  block: 'set_a_field',
  enter: (context) => {
    const { params, fields, limits, budget } = context;
    const name = fieldName(ownMember(params, 'field'));
    if (name === undefined) return leave('success');
    const action = textParam(params, 'action');
    if (action === 'UNSET') return leave('success', { writes: [{ kind: 'unset', name }] });

    const value = fillJson(ownMember(params, 'value') ?? null, fields, limits.textLength, budget);
    const before = findField(fields, name);
    if (action === 'APPEND') return append(context, name, before, value);
    return leave('success', { writes: writesOf(name, changed(context, action, before, value)) });
  },
};

function writesOf(name: string, field: Field | undefined): readonly FieldWrite[] {
  return field === undefined ? [] : writeField(name, field);
}

/** The Field afterwards; `undefined` when it stays as it is. */
function changed(
  { budget }: ExecutionContext,
  action: string,
  before: Field | undefined,
  value: JsonValue,
): Field | undefined {
  if (action === 'ADD') return sumOf(before, value);
  if (action !== 'REMOVE') return valueAs(before?.type, value);
  if (!isJsonList(before?.value)) return undefined;
  budget.charge(before.value.length * costs.entry);
  return { type: 'array', value: before.value.filter((entry) => !isSameEntry(entry, value, budget)) };
}

/** Adds an entry at the end. A list of references to large values grows in the budget when it is written. */
function append({ budget }: ExecutionContext, name: string, before: Field | undefined, value: JsonValue): Transition {
  if (value === null) return leave('success');
  const own = before?.value ?? null;
  const entries = isJsonList(own) ? own : own === null ? [] : [own];
  if (entries.length >= mostListEntries) {
    return failWith('field_too_large', `A list has at most ${mostListEntries} entries.`);
  }
  budget.charge(entries.length * costs.element);
  return leave('success', { writes: writesOf(name, { type: 'array', value: [...entries, value] }) });
}

/** A decimal stays one. */
function sumOf(before: Field | undefined, value: JsonValue): Field | undefined {
  const [own, added] = [before === undefined ? 0 : numberOf(before.value), numberOf(value)];
  if (own === undefined || added === undefined) return undefined;
  const sum = typedValue(decimalArithmetic.add(own, added));
  return sum?.type === 'integer' && before?.type === 'float' ? { type: 'float', value: sum.value } : sum;
}

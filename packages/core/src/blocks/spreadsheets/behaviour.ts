import type { SheetCell, SpreadsheetEffect } from '../../domain/conversation/effects.ts';
import type { FieldWrite } from '../../domain/field/field.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName, writeField } from '../../runner/behaviour/field-writes.ts';
import { entriesParam, textParam } from '../../runner/behaviour/params.ts';
import { leave, type Transition, waitForResult } from '../../runner/behaviour/transition.ts';
import { costs } from '../../runner/budget/costs.ts';
import { fillJson } from '../../runner/text/fill-json.ts';
import { fieldText } from '../../runner/text/fill-text.ts';

const actions = ['insert_row', 'update_row', 'get_row'] as const;

/** @spec RN103, RN104, RN105 */
export const spreadsheets: BlockBehaviour = {
  block: 'spreadsheets',
  enter: (context) => requestRow(context) ?? leave('$failed'),
  resolve: (context, outcome) => {
    if (!outcome.ok) return leave('$failed');
    const writes = actionOf(context) === 'get_row' ? readRow(context, outcome.value) : [];
    return writes === undefined ? leave('$failed') : leave('$success', { writes });
  },
};

/** @returns `undefined` when the params do not say what to do. */
function requestRow(context: ExecutionContext): Transition | undefined {
  const action = actionOf(context);
  const reference = ownMember(context.params, 'reference');
  const row = isJsonObject(reference) ? cellOf(context, reference) : undefined;
  if (action === undefined || (action !== 'insert_row' && row === undefined)) return undefined;

  const cells = entriesParam(context.params, 'selectors', context.budget).flatMap(
    (selector) => cellOf(context, selector) ?? [],
  );
  return waitForResult({
    kind: 'spreadsheet',
    action,
    authId: textParam(context.params, 'auth_id'),
    spreadsheetId: textParam(context.params, 'spreadsheet_id'),
    sheetName: textParam(context.params, 'sheet_name'),
    cells: action === 'get_row' ? cells.map(({ column }) => ({ column, value: '' })) : cells,
    ...(action === 'insert_row' || row === undefined ? {} : { reference: row }),
  });
}

function actionOf({ params }: ExecutionContext): SpreadsheetEffect['action'] | undefined {
  return actions.find((action) => action === textParam(params, 'action'));
}

function cellOf({ fields, limits, budget }: ExecutionContext, selector: JsonObject): SheetCell | undefined {
  const column = columnOf(ownMember(selector, 'selectorValue'));
  if (column === undefined) return undefined;
  const value = fillJson(ownMember(selector, 'value') ?? null, fields, limits.textLength, budget);
  const text = fieldText(value, budget);
  budget.charge(text.length * costs.encodedCharacter);
  return { column, value: text };
}

/** Editors write the number of a column as a number or as digits. */
function columnOf(value: JsonValue | undefined): number | undefined {
  const column = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  return typeof column === 'number' && Number.isSafeInteger(column) && column > 0 ? column : undefined;
}

/** @returns `undefined` when the answer has no row. */
function readRow(context: ExecutionContext, answer: JsonValue | undefined): readonly FieldWrite[] | undefined {
  const cells = isJsonObject(answer) ? ownMember(answer, 'cells') : undefined;
  if (!isJsonList(cells)) return undefined;
  context.budget.charge(cells.length * costs.entry);
  const valueByColumn = new Map(
    cells.flatMap((cell) =>
      isJsonObject(cell) ? [[ownMember(cell, 'column'), ownMember(cell, 'value')] as const] : [],
    ),
  );
  return entriesParam(context.params, 'selectors', context.budget).flatMap((selector): readonly FieldWrite[] => {
    const field = typedValue(valueByColumn.get(columnOf(ownMember(selector, 'selectorValue'))));
    return field === undefined ? [] : writeField(fieldName(ownMember(selector, 'value')), field);
  });
}

import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave, type Move, waitForResult } from '../behaviour/move.ts';
import { entriesParam, textParam } from '../behaviour/param.ts';
import { writeField } from '../behaviour/write-field.ts';
import type { Cell, SpreadsheetEffect } from '../effect/effect.ts';
import { type FieldWrite, fieldName } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { typedValue } from '../field/typed-value.ts';
import { fillJson } from '../text/fill-json.ts';
import { costs } from '../work/costs.ts';

const actions = ['insert_row', 'update_row', 'get_row'] as const;

/** @spec RN103, RN104, RN105 */
export const spreadsheets: BlockBehaviour = {
  block: 'spreadsheets',
  enter: (visit) => work(visit) ?? leave('$failed'),
  resolve: (visit, outcome) => {
    if (!outcome.ok) return leave('$failed');
    const writes = actionOf(visit) === 'get_row' ? readRow(visit, outcome.value) : [];
    return writes === undefined ? leave('$failed') : leave('$success', { writes });
  },
};

/** @returns `undefined` when the params name no work. */
function work(visit: Visit): Move | undefined {
  const action = actionOf(visit);
  const reference = ownMember(visit.params, 'reference');
  const row = isJsonObject(reference) ? cellOf(visit, reference) : undefined;
  if (action === undefined || (action !== 'insert_row' && row === undefined)) return undefined;

  const cells = entriesParam(visit.params, 'selectors', visit.work).flatMap(
    (selector) => cellOf(visit, selector) ?? [],
  );
  return waitForResult({
    kind: 'spreadsheet',
    action,
    authId: textParam(visit.params, 'auth_id'),
    spreadsheetId: textParam(visit.params, 'spreadsheet_id'),
    sheetName: textParam(visit.params, 'sheet_name'),
    cells: action === 'get_row' ? cells.map(({ column }) => ({ column, value: '' })) : cells,
    ...(action === 'insert_row' || row === undefined ? {} : { reference: row }),
  });
}

function actionOf({ params }: Visit): SpreadsheetEffect['action'] | undefined {
  return actions.find((action) => action === textParam(params, 'action'));
}

function cellOf({ fields, limits, work }: Visit, selector: JsonObject): Cell | undefined {
  const column = columnOf(ownMember(selector, 'selectorValue'));
  if (column === undefined) return undefined;
  const value = fillJson(ownMember(selector, 'value') ?? null, fields, limits.textLength, work);
  const text = fieldText(value, work);
  work.charge(text.length * costs.encodedCharacter);
  return { column, value: text };
}

/** Editors write the number of a column as a number or as digits. */
function columnOf(value: JsonValue | undefined): number | undefined {
  const column = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  return typeof column === 'number' && Number.isSafeInteger(column) && column > 0 ? column : undefined;
}

/** @returns `undefined` when no row came. */
function readRow(visit: Visit, answer: JsonValue | undefined): readonly FieldWrite[] | undefined {
  const cells = isJsonObject(answer) ? ownMember(answer, 'cells') : undefined;
  if (!isJsonList(cells)) return undefined;
  visit.work.charge(cells.length * costs.entry);
  const valueByColumn = new Map(
    cells.flatMap((cell) =>
      isJsonObject(cell) ? [[ownMember(cell, 'column'), ownMember(cell, 'value')] as const] : [],
    ),
  );
  return entriesParam(visit.params, 'selectors', visit.work).flatMap((selector): readonly FieldWrite[] => {
    const field = typedValue(valueByColumn.get(columnOf(ownMember(selector, 'selectorValue'))));
    return field === undefined ? [] : writeField(fieldName(ownMember(selector, 'value')), field);
  });
}

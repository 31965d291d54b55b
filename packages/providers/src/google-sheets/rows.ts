import type { JsonValue } from '@botwright/core/diagram';
import { ProviderError, type SheetCell } from '@botwright/core/ports';
import { columnLetters, rangeOf } from './a1-notation.ts';
import { readTabs, readValues, type SheetsApi, type ValuesQuery, write } from './sheets-api.ts';

/**
 * Adds a row below the last non-empty one. It appends cells: `values.append` would look for a table, and begin the row
 * in another column if the first one is empty. Both of two concurrently added rows stay.
 *
 * @spec GS11, GS12
 */
export async function insertRow(api: SheetsApi, sheetName: string, cells: readonly SheetCell[]): Promise<void> {
  const values = rowOf(cells);
  const tab = (await readTabs(api)).find(({ title }) => title === sheetName);
  if (tab === undefined) throw new ProviderError('not_found', 'There is no such sheet.');
  if (values.length === 0) return;
  const appendCells = { sheetId: tab.id, rows: [{ values }], fields: 'userEnteredValue' };
  await write(api, ':batchUpdate', { requests: [{ appendCells }] });
}

interface CellData {
  readonly userEnteredValue?: { readonly stringValue: string };
}

function rowOf(cells: readonly SheetCell[]): readonly CellData[] {
  const row: CellData[] = [];
  for (const { column, value } of cells) {
    columnLetters(column);
    while (row.length < column) row.push({});
    row[column - 1] = { userEnteredValue: { stringValue: value } };
  }
  return row;
}

/** Writes the given cells of the row, all in one request. @spec GS12, GS13 */
export async function updateRow(
  api: SheetsApi,
  sheetName: string,
  { reference, cells }: { readonly reference: SheetCell; readonly cells: readonly SheetCell[] },
): Promise<'updated' | 'no_such_row'> {
  const letters = cells.map(({ column }) => columnLetters(column));
  const row = await findRow(api, sheetName, reference);
  if (row === undefined) return 'no_such_row';
  const data = cells.map(({ value }, index) => ({
    range: rangeOf(sheetName, `${letters[index]}${row}`),
    values: [[value]],
  }));
  if (data.length > 0) await write(api, '/values:batchUpdate', { valueInputOption: 'RAW', data });
  return 'updated';
}

export type RowValues = readonly { readonly column: number; readonly value: JsonValue }[];

/** @spec GS16 */
export async function getRow(
  api: SheetsApi,
  sheetName: string,
  { reference, columns }: { readonly reference: SheetCell; readonly columns: readonly number[] },
): Promise<RowValues | 'no_such_row'> {
  for (const column of columns) columnLetters(column);
  const row = await findRow(api, sheetName, reference);
  if (row === undefined) return 'no_such_row';
  if (columns.length === 0) return [];
  const first = Math.min(...columns);
  const cells = `${columnLetters(first)}${row}:${columnLetters(Math.max(...columns))}${row}`;
  const [values = []] = await readValues(api, { sheetTitle: sheetName, cells, by: 'ROWS', as: 'value' });
  return columns.map((column) => ({ column, value: cellValue(values[column - first]) }));
}

/**
 * Finds the first row below the header whose cell has the value of the reference. If there is none, finds the first row
 * whose cell is displayed as this value: a number 123 may be displayed as `00123`.
 *
 * @returns Its number, from 2.
 * @spec GS14, GS15
 */
async function findRow(api: SheetsApi, sheetTitle: string, { column, value }: SheetCell): Promise<number | undefined> {
  const letters = columnLetters(column);
  if (value === '') return undefined;
  for (const as of ['value', 'shown'] as const) {
    const query: ValuesQuery = { sheetTitle, cells: `${letters}:${letters}`, by: 'COLUMNS', as };
    const [cells = []] = await readValues(api, query);
    const index = cells.findIndex((cell, place) => place > 0 && String(cellValue(cell)) === value);
    if (index !== -1) return index + 1;
  }
  return undefined;
}

/** An empty cell is the empty text. */
function cellValue(cell: unknown): string | number | boolean {
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : '';
}

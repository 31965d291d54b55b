import { ProviderError, type SheetCell, type SheetPlace, type SpreadsheetProvider } from '@botwright/core';
import type { DevelopmentPerson } from './development-desk.ts';

type Rows = string[][];

/** What a person has, as of a first look. */
const spreadsheetId = 'development-leads';
const sheetTitle = 'Leads';
const header = ['Name', 'Email', '', 'Date'];

type SheetWork = Pick<
  SpreadsheetProvider,
  'listSpreadsheets' | 'listSheets' | 'listColumns' | 'insertRow' | 'updateRow' | 'getRow'
>;

/** A spreadsheet for each person, in this process alone. */
export function developmentSheets(personOf: (accessToken: string) => DevelopmentPerson): SheetWork {
  const sheets = new Map<string, Rows>();

  /** @throws {ProviderError} `revoked`, `not_found` */
  function open(accessToken: string, id: string, title = sheetTitle): Rows {
    const person = personOf(accessToken);
    if (id !== spreadsheetId) throw new ProviderError('not_found', 'There is one development spreadsheet.');
    if (title !== sheetTitle) throw new ProviderError('not_found', 'The development spreadsheet has one tab.');
    const rows = sheets.get(person.id) ?? [[...header]];
    sheets.set(person.id, rows);
    return rows;
  }

  const openPlace = (accessToken: string, { spreadsheetId: id, sheetName }: SheetPlace): Rows =>
    open(accessToken, id, sheetName);

  return {
    async listSpreadsheets(accessToken) {
      open(accessToken, spreadsheetId);
      return [{ spreadsheetId, name: 'Leads (development)' }];
    },
    async listSheets(accessToken, id) {
      open(accessToken, id);
      return [{ title: sheetTitle, id: '0' }];
    },
    async listColumns(accessToken, id, title) {
      const [first = []] = open(accessToken, id, title);
      return first.flatMap((text, index) => (text === '' ? [] : [{ number: index + 1, header: text }]));
    },
    async insertRow(accessToken, at, cells) {
      openPlace(accessToken, at).push(written([], cells));
    },
    async updateRow(accessToken, at, reference, cells) {
      const rows = openPlace(accessToken, at);
      const index = findRow(rows, reference);
      if (index === -1) return 'no_such_row';
      rows[index] = written(rows[index] ?? [], cells);
      return 'updated';
    },
    async getRow(accessToken, at, reference, columns) {
      const rows = openPlace(accessToken, at);
      const row = rows[findRow(rows, reference)];
      return row === undefined ? 'no_such_row' : columns.map((column) => ({ column, value: row[column - 1] ?? '' }));
    },
  };
}

function findRow(rows: Rows, { column, value }: SheetCell): number {
  return rows.findIndex((row, index) => index > 0 && value !== '' && row[column - 1] === value);
}

function written(row: readonly string[], cells: readonly SheetCell[]): string[] {
  const width = Math.max(row.length, ...cells.map(({ column }) => column));
  const next = Array.from({ length: width }, (_, index) => row[index] ?? '');
  for (const { column, value } of cells) next[column - 1] = value;
  return next;
}

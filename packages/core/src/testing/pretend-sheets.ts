import type { SheetCell } from '../domain/conversation/effects.ts';
import { ProviderError, type SheetPlace, type SpreadsheetProvider } from '../ports/account-provider.ts';

type Rows = string[][];

/** The spreadsheet that each person has. */
const spreadsheetId = 'development-leads';
const sheetTitle = 'Leads';
const header = ['Name', 'Email', '', 'Date'];

/** Bounds for one person: bots write texts of visitors, and all rows are in memory. */
const maxRows = 1_000;
const maxColumns = 100;
const maxCharacters = 1_000_000;

type SheetWork = Pick<
  SpreadsheetProvider,
  'listSpreadsheets' | 'listSheets' | 'listColumns' | 'insertRow' | 'updateRow' | 'getRow'
>;

interface Sheet {
  readonly rows: Rows;
  /** The length of all cells together, in UTF-16 units. */
  characters: number;
}

/** A spreadsheet for each person, in memory, and of bounded size. @spec SV34 */
export function pretendSheets(personOf: (accessToken: string) => string): SheetWork {
  const sheets = new Map<string, Sheet>();

  /** @throws {ProviderError} `revoked`, `not_found` */
  function open(accessToken: string, id: string, title = sheetTitle): Sheet {
    const person = personOf(accessToken);
    if (id !== spreadsheetId) throw new ProviderError('not_found', 'There is one development spreadsheet.');
    if (title !== sheetTitle) throw new ProviderError('not_found', 'The development spreadsheet has one tab.');
    const sheet = sheets.get(person) ?? { rows: [[...header]], characters: 0 };
    sheets.set(person, sheet);
    return sheet;
  }

  const openPlace = (accessToken: string, { spreadsheetId: id, sheetName }: SheetPlace): Sheet =>
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
      const [first = []] = open(accessToken, id, title).rows;
      return first.flatMap((text, index) => (text === '' ? [] : [{ number: index + 1, header: text }]));
    },
    async insertRow(accessToken, at, cells) {
      const sheet = openPlace(accessToken, at);
      write(sheet, sheet.rows.length, cells);
    },
    async updateRow(accessToken, at, reference, cells) {
      const sheet = openPlace(accessToken, at);
      const index = findRow(sheet.rows, reference);
      if (index === -1) return 'no_such_row';
      write(sheet, index, cells);
      return 'updated';
    },
    async getRow(accessToken, at, reference, columns) {
      const { rows } = openPlace(accessToken, at);
      const row = rows[findRow(rows, reference)];
      return row === undefined ? 'no_such_row' : columns.map((column) => ({ column, value: row[column - 1] ?? '' }));
    },
  };
}

function findRow(rows: Rows, { column, value }: SheetCell): number {
  return rows.findIndex((row, index) => index > 0 && value !== '' && row[column - 1] === value);
}

/** @throws {ProviderError} `refused` when the spreadsheet would exceed its bounds; it stays unchanged. */
function write(sheet: Sheet, index: number, cells: readonly SheetCell[]): void {
  const { rows } = sheet;
  const former = rows[index] ?? [];
  if (index >= maxRows || cells.some(({ column }) => column > maxColumns)) throw isFull();
  const next = written(former, cells);
  const characters = sheet.characters + lengthOf(next) - lengthOf(former);
  if (characters > maxCharacters && lengthOf(next) > lengthOf(former)) throw isFull();
  rows[index] = next;
  sheet.characters = characters;
}

function isFull(): ProviderError {
  return new ProviderError('refused', 'The development spreadsheet takes no more.');
}

function lengthOf(row: readonly string[]): number {
  return row.reduce((sum, cell) => sum + cell.length, 0);
}

function written(row: readonly string[], cells: readonly SheetCell[]): string[] {
  const width = Math.max(row.length, ...cells.map(({ column }) => column));
  const next = Array.from({ length: width }, (_, index) => row[index] ?? '');
  for (const { column, value } of cells) next[column - 1] = value;
  return next;
}

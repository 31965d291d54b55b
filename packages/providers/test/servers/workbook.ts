/** The value of a cell. A number may be shown in another way: with leading zeros, or as a date. */
export type Cell = string | number | boolean | { readonly value: string | number | boolean; readonly shown: string };

export interface LocalTab {
  readonly id: number;
  readonly title: string;
  /** Rows of cells, the header first; the empty text is an empty cell. */
  rows: Cell[][];
  /** Columns of the grid, with empty ones. Default: 26. */
  readonly columns?: number;
  readonly type?: 'GRID' | 'OBJECT';
}

export interface LocalFile {
  readonly id: string;
  readonly name: string;
  readonly tabs: readonly LocalTab[];
  /** People who may open it. */
  readonly readers: readonly string[];
  /** `document`: a file that is not a spreadsheet of Google's. */
  readonly type?: 'spreadsheet' | 'document';
  /** Whether the app made it or the person picked it. */
  readonly isPicked?: boolean;
}

export interface Area {
  readonly tab: LocalTab;
  /** Counts from 0. An open range has no end. */
  readonly fromRow: number;
  readonly toRow?: number;
  readonly fromColumn: number;
  readonly toColumn?: number;
}

/** Reads A1 notation with a tab: `'it''s'!A2:C2`, `Sheet1!A:A`, `'A1'!1:1`. */
export function readArea({ tabs }: LocalFile, range: string): Area | undefined {
  const match = /^(?:'((?:[^']|'')*)'|([A-Za-z_]\w*))!([A-Z]*)(\d*)(?::([A-Z]*)(\d*))?$/.exec(range);
  if (match === null) return undefined;
  const [, quoted, bare, letters = '', digits = '', toLetters = letters, toDigits = digits] = match;
  const title = quoted?.replaceAll("''", "'") ?? bare;
  const tab = tabs.find((one) => one.title === title);
  if (tab === undefined) return undefined;
  const toColumn = numberOf(toLetters) ?? tab.columns ?? 26;
  if (toColumn > (tab.columns ?? 26)) return undefined;
  return {
    tab,
    fromRow: digits === '' ? 0 : Number(digits) - 1,
    ...(toDigits === '' ? {} : { toRow: Number(toDigits) - 1 }),
    fromColumn: (numberOf(letters) ?? 1) - 1,
    toColumn: toColumn - 1,
  };
}

function numberOf(letters: string): number | undefined {
  if (letters === '') return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The rows of the area, without empty cells and rows at the ends. */
export function cellsOf(area: Area, render: 'UNFORMATTED_VALUE' | 'FORMATTED_VALUE'): unknown[][] {
  const rows = area.tab.rows.slice(area.fromRow, area.toRow === undefined ? undefined : area.toRow + 1);
  return rows.map((row) => row.slice(area.fromColumn, (area.toColumn ?? row.length) + 1).map(rendered(render)));
}

function rendered(render: 'UNFORMATTED_VALUE' | 'FORMATTED_VALUE'): (cell: Cell | undefined) => unknown {
  return (cell = '') => {
    if (typeof cell === 'object') return render === 'FORMATTED_VALUE' ? cell.shown : cell.value;
    return render === 'FORMATTED_VALUE'
      ? typeof cell === 'boolean'
        ? String(cell).toUpperCase()
        : String(cell)
      : cell;
  };
}

export function transpose(rows: readonly unknown[][]): unknown[][] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''));
}

export function trimmed(rows: readonly unknown[][]): unknown[][] {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1);
}

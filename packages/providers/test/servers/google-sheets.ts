import { jsonResponse, type ServedRequest, type ServedResponse } from './local-server.ts';
import type { Grant } from './oauth-endpoints.ts';
import { type Cell, cellsOf, type LocalFile, type LocalTab, readArea, transpose, trimmed } from './workbook.ts';

const scope = 'https://www.googleapis.com/auth/spreadsheets';

/** `spreadsheets.get`, `values.get`, `values.batchUpdate` and `batchUpdate` with `appendCells`. */
export function sheetsResponse(files: readonly LocalFile[], grant: Grant, request: ServedRequest): ServedResponse {
  const path = /^\/v4\/spreadsheets\/([^/:]+)(.*)$/.exec(request.url.pathname);
  if (path === null) return fault(404, 'NOT_FOUND');
  if (!grant.scopes.includes(scope)) return fault(403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');
  const file = files.find(({ id }) => id === path[1]);
  if (file === undefined) return fault(404, 'NOT_FOUND');
  if (!file.readers.includes(grant.person.id)) return fault(403, 'PERMISSION_DENIED');
  if (file.type === 'document') return fault(400, 'FAILED_PRECONDITION');
  const action = path[2] ?? '';
  if (request.method === 'GET' && action === '') return tabsResponse(file);
  if (request.method === 'GET')
    return valuesResponse(file, decodeURIComponent(action.slice('/values/'.length)), request);
  if (action === '/values:batchUpdate') return writeValues(file, JSON.parse(request.body));
  return action === ':batchUpdate' ? appendRows(file, JSON.parse(request.body)) : fault(404, 'NOT_FOUND');
}

function tabsResponse({ tabs }: LocalFile): ServedResponse {
  const sheets = tabs.map(({ id, title, type = 'GRID' }) => ({ properties: { sheetId: id, title, sheetType: type } }));
  return jsonResponse(200, { sheets });
}

function valuesResponse(file: LocalFile, range: string, { url }: ServedRequest): ServedResponse {
  const area = readArea(file, range);
  if (area === undefined) return fault(400, 'INVALID_ARGUMENT');
  const by = url.searchParams.get('majorDimension') ?? 'ROWS';
  const cells = cellsOf(area, url.searchParams.get('valueRenderOption') as 'FORMATTED_VALUE');
  const values = trimmed(by === 'COLUMNS' ? transpose(cells) : cells);
  return jsonResponse(200, { range, majorDimension: by, ...(values.length === 0 ? {} : { values }) });
}

interface ValueWrites {
  readonly valueInputOption: string;
  readonly data: readonly { readonly range: string; readonly values: readonly (readonly string[])[] }[];
}

/** With any option but RAW a formula is computed, as Google does: the cell shows `#FORMULA` then. */
function writeValues(file: LocalFile, { valueInputOption, data }: ValueWrites): ServedResponse {
  const writes = data.map(({ range, values }) => ({ area: readArea(file, range), value: values[0]?.[0] ?? '' }));
  if (writes.some(({ area, value }) => area === undefined || value.length > 50_000)) {
    return fault(400, 'INVALID_ARGUMENT');
  }
  for (const { area, value } of writes) {
    if (area === undefined) continue;
    const taken = valueInputOption === 'RAW' || !value.startsWith('=') ? value : '#FORMULA';
    setCell(area.tab, { row: area.fromRow, column: area.fromColumn }, taken);
  }
  return jsonResponse(200, { spreadsheetId: file.id });
}

function setCell(tab: LocalTab, { row, column }: { readonly row: number; readonly column: number }, cell: Cell): void {
  while (tab.rows.length <= row) tab.rows.push([]);
  const cells = tab.rows[row] ?? [];
  while (cells.length <= column) cells.push('');
  cells[column] = cell;
}

interface Batch {
  readonly requests: readonly {
    readonly appendCells: {
      readonly sheetId: number;
      readonly rows: readonly {
        readonly values: readonly { readonly userEnteredValue?: { readonly stringValue: string } }[];
      }[];
    };
  }[];
}

function appendRows(file: LocalFile, { requests }: Batch): ServedResponse {
  for (const { appendCells } of requests) {
    const tab = file.tabs.find(({ id }) => id === appendCells.sheetId);
    if (tab === undefined) return fault(400, 'INVALID_ARGUMENT');
    const rows = appendCells.rows.map(({ values }) => values.map((cell) => cell.userEnteredValue?.stringValue ?? ''));
    if (rows.some((row) => row.length > (tab.columns ?? 26))) return fault(400, 'INVALID_ARGUMENT');
    const last = tab.rows.findLastIndex((row) => row.some((cell) => cell !== ''));
    tab.rows = [...tab.rows.slice(0, last + 1), ...rows];
  }
  return jsonResponse(200, { spreadsheetId: file.id });
}

function fault(code: number, status: string, reason?: string): ServedResponse {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' };
  const details = reason === undefined ? {} : { details: [info] };
  return jsonResponse(code, { error: { code, message: `${status}.`, status, ...details } });
}

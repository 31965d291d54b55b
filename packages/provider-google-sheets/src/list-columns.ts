import { readValues, type SheetsApi } from './sheets-api.ts';

/** @spec GS7 */
export async function listColumns(
  api: SheetsApi,
  sheetTitle: string,
): Promise<readonly { readonly number: number; readonly header: string }[]> {
  const [headers = []] = await readValues(api, { sheetTitle, cells: '1:1', by: 'ROWS', as: 'shown' });
  return headers
    .map((header, index) => ({ number: index + 1, header: typeof header === 'string' ? header : '' }))
    .filter(({ header }) => header.trim() !== '');
}

import * as v from 'valibot';
import { apiUrl } from '../oauth/endpoint.ts';
import type { ProviderCall } from '../oauth/provider-calls.ts';
import { readResponse } from '../oauth/read-response.ts';

const mostPages = 10;

const pageSchema = v.object({
  files: v.optional(v.array(v.object({ id: v.string(), name: v.string() })), []),
  nextPageToken: v.optional(v.string()),
});

const query = {
  q: "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false",
  fields: 'nextPageToken,files(id,name)',
  orderBy: 'modifiedTime desc',
  pageSize: '1000',
  includeItemsFromAllDrives: 'true',
  supportsAllDrives: 'true',
};

/** Lists the spreadsheets that Drive shows this app, last changed first, of ten pages at most. @spec GS5 */
export async function listSpreadsheets(
  call: ProviderCall,
  drive: URL,
  accessToken: string,
): Promise<readonly { readonly spreadsheetId: string; readonly name: string }[]> {
  const found: { readonly spreadsheetId: string; readonly name: string }[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const parameters = pageToken === undefined ? query : { ...query, pageToken };
    const answer = await call.request({ url: apiUrl(drive, 'files', parameters), accessToken });
    const { files, nextPageToken } = readResponse('Google', pageSchema, answer);
    found.push(...files.map(({ id, name }) => ({ spreadsheetId: id, name })));
    if (nextPageToken === undefined || nextPageToken === '') break;
    pageToken = nextPageToken;
  }
  return found;
}

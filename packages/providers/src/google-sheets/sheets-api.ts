import { ProviderError } from '@botwright/core/ports';
import * as v from 'valibot';
import { apiUrl } from '../oauth/endpoint.ts';
import type { ApiRequest, ProviderCall } from '../oauth/provider-calls.ts';
import { readResponse } from '../oauth/read-response.ts';
import { rangeOf } from './a1-notation.ts';

/** One spreadsheet in the Sheets API, within one call. */
export interface SheetsApi {
  readonly call: ProviderCall;
  readonly base: URL;
  readonly accessToken: string;
  readonly spreadsheetId: string;
}

const readMeanings = { 400: 'not_found', 403: 'unreadable' } as const;
/** Other refusals of a write are `refused`. @spec GS19 */
const writeMeanings = { 403: 'unreadable' } as const;

const tabsSchema = v.object({
  sheets: v.optional(
    v.array(
      v.object({
        properties: v.object({
          sheetId: v.optional(v.number(), 0),
          title: v.string(),
          sheetType: v.optional(v.string(), 'GRID'),
        }),
      }),
    ),
    [],
  ),
});

const valuesSchema = v.object({ values: v.optional(v.array(v.array(v.unknown())), []) });

export interface Tab {
  readonly id: number;
  readonly title: string;
}

/** Lists the tabs that have cells, in their order. @spec GS6 */
export async function readTabs(api: SheetsApi): Promise<readonly Tab[]> {
  const fields = 'sheets.properties(sheetId,title,sheetType)';
  const { sheets } = readResponse(
    'Google',
    tabsSchema,
    await request(api, '', { parameters: { fields }, meanings: readMeanings }),
  );
  return sheets
    .filter(({ properties }) => properties.sheetType === 'GRID')
    .map(({ properties: { sheetId, title } }) => ({ id: sheetId, title }));
}

export interface ValuesQuery {
  readonly sheetTitle: string;
  readonly cells: string;
  readonly by: 'ROWS' | 'COLUMNS';
  /** `value`: numbers and booleans as such, dates as text. `shown`: the text that a person sees. */
  readonly as: 'value' | 'shown';
}

/**
 * Reads cells, without the empty ones at the end.
 *
 * @throws {ProviderError} `unreadable` for a response that is too large, because trying again would not help.
 * @spec GS10, GS16, GS17
 */
export async function readValues(
  api: SheetsApi,
  { sheetTitle, cells, by, as }: ValuesQuery,
): Promise<readonly (readonly unknown[])[]> {
  const path = `/values/${encodeURIComponent(rangeOf(sheetTitle, cells))}`;
  const render = as === 'value' ? 'UNFORMATTED_VALUE' : 'FORMATTED_VALUE';
  const parameters = { majorDimension: by, valueRenderOption: render, dateTimeRenderOption: 'FORMATTED_STRING' };
  const answer = await request(api, path, { parameters, meanings: readMeanings, tooLarge: 'unreadable' });
  return readResponse('Google', valuesSchema, answer).values;
}

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

/** @param path The path after the file's id: `/values:batchUpdate`, `:batchUpdate`. */
export async function write(api: SheetsApi, path: string, json: unknown): Promise<void> {
  const parameters = { fields: 'spreadsheetId' };
  await request(api, path, { method: 'POST', parameters, json, meanings: writeMeanings });
}

interface SheetsRequest extends Pick<ApiRequest, 'method' | 'json' | 'meanings' | 'tooLarge'> {
  readonly parameters: Readonly<Record<string, string>>;
}

/** @spec GS9 */
async function request(
  { call, base, accessToken, spreadsheetId }: SheetsApi,
  path: string,
  { parameters, ...rest }: SheetsRequest,
): Promise<unknown> {
  // The characters of ids. Other characters, such as `..`, would lead to another URL.
  if (!/^[\w-]{1,200}$/.test(spreadsheetId)) throw new ProviderError('not_found', 'There is no such spreadsheet.');
  return call.request({ url: apiUrl(base, `spreadsheets/${spreadsheetId}${path}`, parameters), accessToken, ...rest });
}

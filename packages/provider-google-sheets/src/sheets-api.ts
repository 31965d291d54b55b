import { ProviderError } from '@botwright/core';
import { type ApiRequest, apiUrl, type ProviderCall } from '@botwright/provider-oauth';
import * as v from 'valibot';
import { rangeOf } from './a1-notation.ts';
import { readAnswer } from './read-answer.ts';

/** The Sheets API on one file, within one call. */
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
  const { sheets } = readAnswer(tabsSchema, await request(api, '', { parameters: { fields }, meanings: readMeanings }));
  return sheets
    .filter(({ properties }) => properties.sheetType === 'GRID')
    .map(({ properties: { sheetId, title } }) => ({ id: sheetId, title }));
}

export interface ValuesQuery {
  readonly sheetTitle: string;
  readonly cells: string;
  readonly by: 'ROWS' | 'COLUMNS';
  /** `value`: numbers and booleans as such, dates as shown. `shown`: text, as a person sees it. */
  readonly as: 'value' | 'shown';
}

/**
 * Reads cells, the empty ones at the end left out.
 *
 * @throws {ProviderError} `unreadable` for more than the bound of an answer: the same would come again.
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
  return readAnswer(valuesSchema, answer).values;
}

/** @param path What follows the file's id: `/values:batchUpdate`, `:batchUpdate`. */
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
  // What ids are made of. Anything else, `..` above all, would be another address.
  if (!/^[\w-]{1,200}$/.test(spreadsheetId)) throw new ProviderError('not_found', 'There is no such spreadsheet.');
  return call.request({ url: apiUrl(base, `spreadsheets/${spreadsheetId}${path}`, parameters), accessToken, ...rest });
}

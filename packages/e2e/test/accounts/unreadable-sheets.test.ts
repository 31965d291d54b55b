import { isEngineError } from '@botwright/core';
import { expect, it } from 'vitest';
import { startAccountChat } from '../support/account-chat.ts';
import { storeNames } from '../support/stores.ts';

async function codeOf(read: Promise<unknown>): Promise<string> {
  const error = await read.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!isEngineError(error)) throw new Error('Expected a refusal.', { cause: error });
  return `${error.kind} ${error.code}`;
}

it.for(storeNames)(
  '[CA27][CA32][CA33] spreadsheets that are unreadable, absent or unreachable, on %s',
  async (store) => {
    const { caller, sheets, google, tab } = await startAccountChat({ store });
    const { accounts } = caller;
    expect((await accounts.listSheets(sheets, 'leads')).map(({ title }) => title)).toEqual([tab.title]);
    expect((await accounts.listColumns(sheets, 'leads', tab.title)).map(({ header }) => header)).toEqual([
      'Name',
      'City',
    ]);

    for (const id of ['gone', 'foreign', 'document', 'no/id', '']) {
      expect([id, await codeOf(accounts.listSheets(sheets, id))]).toEqual([id, 'refused spreadsheet_unreadable']);
      const columns = await codeOf(accounts.listColumns(sheets, id, tab.title));
      expect([id, columns]).toEqual([id, 'refused spreadsheet_unreadable']);
    }
    for (const title of ['Gone', tab.title.toUpperCase().concat('!'), '']) {
      const columns = await codeOf(accounts.listColumns(sheets, 'leads', title));
      expect([title, columns]).toEqual([title, 'refused spreadsheet_unreadable']);
    }

    for (const account of ['none', '']) {
      expect(await codeOf(accounts.listSheets(account, 'leads'))).toBe('not_found account_not_found');
      expect(await codeOf(accounts.listColumns(account, 'gone', 'Gone'))).toBe('not_found account_not_found');
    }
    google.fail(/spreadsheets/, { status: 503, body: '{}' });
    expect(await codeOf(accounts.listSheets(sheets, 'leads'))).toBe('dependency dependency_failed');
  },
);

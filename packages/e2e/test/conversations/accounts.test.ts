import { aesSecretBox, type Principal, permissions } from '@botwright/core';
import { googleSheetsProvider } from '@botwright/provider-google-sheets';
import { type LocalGoogle, startGoogle } from '@botwright/provider-servers';
import { expect, it, onTestFinished } from 'vitest';
import { brand, openWorld, type World } from './world.ts';

const connectUrl = 'https://bots.example/connect';
const member: Principal = { brand, person: 7, workspaces: [1], permissions };

interface SheetWorld extends World {
  readonly google: LocalGoogle;
  /** Of the account that is connected. */
  readonly authId: string;
  rows(): readonly (readonly unknown[])[];
}

/** A world with a Google account of which the sheet has a header. */
async function openSheetWorld(): Promise<SheetWorld> {
  const tab = { id: 0, title: 'Leads', rows: [['Name', '', 'City']] };
  const google = await startGoogle({
    people: [{ id: '1001', name: 'Ana', email: 'ana@example.com' }],
    files: [{ id: 'sheet-1', name: 'Leads', tabs: [tab], readers: ['1001'] }],
  });
  onTestFinished(() => google.close());
  const world = await openWorld({
    secrets: aesSecretBox({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: [googleSheetsProvider(google)], connectUrl },
  });
  const { accountLinks } = world.engine;
  const { url } = await world.caller.accounts.startConnection('spreadsheets');
  const gone = await accountLinks.connect(url.slice(connectUrl.length + 1), member);
  const back = await google.consent(gone.kind === 'redirect' ? gone.url : '', { person: '1001' });
  const { state = '', code = '' } = Object.fromEntries(back.searchParams);
  expect((await accountLinks.callback({ state, code }, member)).kind).toBe('connected');
  const [account] = await world.caller.accounts.list('spreadsheets');
  return { ...world, google, authId: account?.id ?? '', rows: () => tab.rows };
}

function sheetBlock(authId: string, action: string, more: object) {
  return [
    'spreadsheets',
    { action, auth_id: authId, spreadsheet_id: 'sheet-1', sheet_name: 'Leads', ...more },
  ] as const;
}

it('[CA42][CA55] a bot writes what a visitor said into a row, and changes it', async () => {
  const world = await openSheetWorld();
  const cell = (selectorValue: number, value: string) => ({ selectorValue, value });
  await world.publish({
    blocks: {
      start: ['ask_question', { text: 'Your name?', destination: 'who' }],
      insert: sheetBlock(world.authId, 'insert_row', { selectors: [cell(1, '@{who}')] }),
      city: ['ask_question', { text: 'Your city?', destination: 'city' }],
      update: sheetBlock(world.authId, 'update_row', {
        reference: cell(1, '@{who}'),
        selectors: [cell(3, '@{city}')],
      }),
      done: ['send_text', { text: 'Noted' }],
      failed: ['send_text', { text: 'Not noted' }],
    },
    connections: [
      'start.$success--insert',
      'insert.$success--city',
      'insert.$failed--failed',
      'city.$success--update',
      'update.$success--done',
      'update.$failed--failed',
    ],
  });
  for (const word of ['hi', '=Ada()', 'Vigo']) {
    await world.say(word);
    await world.work();
  }
  expect((await world.told()).at(-1)).toBe('bot: Noted');
  expect(world.rows()).toEqual([
    ['Name', '', 'City'],
    ['=Ada()', '', 'Vigo'],
  ]);
});

it('[CA43][CA55] a revoked account fails the block', async () => {
  const world = await openSheetWorld();
  for (const grant of world.google.grants) grant.isRevoked = true;
  await world.publish({
    blocks: {
      start: sheetBlock(world.authId, 'insert_row', { selectors: [{ selectorValue: 1, value: 'x' }] }),
      done: ['send_text', { text: 'Noted' }],
      failed: ['send_text', { text: 'Not noted' }],
    },
    connections: ['start.$success--done', 'start.$failed--failed'],
  });
  await world.say('hi');
  await world.work();
  expect((await world.told()).at(-1)).toBe('bot: Not noted');
  expect(await world.caller.accounts.list('spreadsheets')).toEqual([]);
});

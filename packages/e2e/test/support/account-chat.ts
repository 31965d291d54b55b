import { type EngineOptions, type Principal, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import type { SpreadsheetProvider } from '@botwright/core/ports';
import { simulatedClock } from '@botwright/core/testing';
import { calendlyProvider } from '@botwright/providers/calendly';
import { googleSheetsProvider } from '@botwright/providers/google-sheets';
import { onTestFinished } from 'vitest';
import { type LocalCalendly, startCalendly } from '../../../providers/test/servers/calendly.ts';
import { type LocalGoogle, startGoogle } from '../../../providers/test/servers/google.ts';
import type { LocalTab } from '../../../providers/test/servers/workbook.ts';
import { brand, type Chat, startChat } from './chat.ts';
import type { BlockSketch } from './diagrams.ts';
import { openStore, type StoreName } from './stores.ts';

const connectUrl = 'https://bots.example/connect';
const member: Principal = { brand, person: 7, workspaces: [1], permissions };
const ana = { id: '1001', name: 'Ana', email: 'ana@example.com' };

/** A chat whose bots can use the spreadsheets and the calendar that Ana has connected. */
export interface AccountChat extends Chat {
  readonly google: LocalGoogle;
  readonly calendly: LocalCalendly;
  /** The tab that bots write to. Its header is `Name`, an empty cell and `City`. */
  readonly tab: LocalTab;
  readonly sheets: string;
  readonly calendar: { readonly id: string; readonly schedulingUrl: string };
  /** How often the provider was asked to insert a row. */
  inserts(): number;
  /** Everything that is in the store. */
  dump(): Promise<unknown>;
}

export interface AccountChatOptions extends Pick<Partial<EngineOptions>, 'effects'> {
  readonly store?: StoreName;
  /** Replaces `insertRow` of the provider. */
  readonly insertRow?: SpreadsheetProvider['insertRow'];
  /** Called after the service has inserted the row, before the engine learns of it. */
  afterInsert?(): void;
  /** Replaces the store by one around it. */
  wrap?(storage: EngineOptions['storage']): EngineOptions['storage'];
}

export async function startAccountChat(options: AccountChatOptions = {}): Promise<AccountChat> {
  const { storage, dump } = await openStore(options.store ?? 'memory');
  const clock = simulatedClock();
  const tab: LocalTab = { id: 4, title: "Ana's leads", rows: [['Name', '', 'City']] };
  const { google, calendly } = await startProviders(tab);
  const settings = { clock, timeoutMs: 1_000 };
  const sheetsProvider = googleSheetsProvider({ ...google, ...settings });
  let inserts = 0;
  const watched: SpreadsheetProvider = {
    ...sheetsProvider,
    async insertRow(...request) {
      inserts += 1;
      await (options.insertRow ?? sheetsProvider.insertRow)(...request);
      options.afterInsert?.();
    },
  };
  const chat = await startChat({
    storage: options.wrap?.(storage) ?? storage,
    clock,
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: {
      providers: [watched, calendlyProvider({ ...calendly, ...settings })],
      connectUrl,
    },
    ...(options.effects !== undefined && { effects: options.effects }),
  });
  await connect(chat, 'spreadsheets', google);
  await connect(chat, 'scheduler', calendly);
  const { accounts } = chat.caller;
  const [[sheets], [calendar]] = [await accounts.list('spreadsheets'), await accounts.list('scheduler')];
  if (sheets === undefined || calendar?.schedulingUrl === undefined) throw new Error('Ana is not connected.');
  const { id, schedulingUrl } = calendar;
  const connected = { sheets: sheets.id, calendar: { id, schedulingUrl } };
  return { ...chat, ...connected, google, calendly, tab, inserts: () => inserts, dump };
}

async function startProviders(
  tab: LocalTab,
): Promise<{ readonly google: LocalGoogle; readonly calendly: LocalCalendly }> {
  const readers = [ana.id];
  const google = await startGoogle({
    people: [ana],
    files: [
      { id: 'leads', name: 'Leads', tabs: [tab], readers },
      { id: 'foreign', name: 'Not hers', tabs: [tab], readers: [] },
      { id: 'document', name: 'No spreadsheet', tabs: [], readers, type: 'document' },
    ],
  });
  onTestFinished(() => google.close());
  const calendly = await startCalendly({ people: [ana] });
  onTestFinished(() => calendly.close());
  return { google, calendly };
}

/** Connects an account of Ana: opens the link, and consents at the service. */
export async function connect(
  { engine, caller }: Chat,
  kind: 'spreadsheets' | 'scheduler',
  { consent }: LocalGoogle | LocalCalendly,
): Promise<void> {
  const { url } = await caller.accounts.startConnection(kind);
  const opened = await engine.accountLinks.connect(url.slice(connectUrl.length + 1), member);
  if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
  const { state = '', code = '' } = Object.fromEntries((await consent(opened.url, { person: ana.id })).searchParams);
  const result = await engine.accountLinks.callback({ state, code }, member);
  if (result.kind !== 'connected') throw new Error(`Not connected: ${JSON.stringify(result)}.`);
}

/** A cell as the params of a block have it. */
export function cell(selectorValue: number, value: string): { readonly selectorValue: number; readonly value: string } {
  return { selectorValue, value };
}

/** A block that reads or writes the tab. */
export function sheetBlock(
  { sheets, tab }: Pick<AccountChat, 'sheets' | 'tab'>,
  action: 'insert_row' | 'update_row' | 'get_row',
  params: NonNullable<BlockSketch[1]>,
): BlockSketch {
  return ['spreadsheets', { action, auth_id: sheets, spreadsheet_id: 'leads', sheet_name: tab.title, ...params }];
}

/** Sends texts to the bot, each after the bot has answered the previous one. @returns The last message. */
export async function talk(chat: Chat, ...words: readonly string[]): Promise<string | undefined> {
  for (const word of words) {
    await chat.say(word);
    await chat.work();
  }
  return (await chat.transcript()).at(-1);
}

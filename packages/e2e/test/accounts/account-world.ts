import {
  aesSecretBox,
  type EngineOptions,
  type Principal,
  permissions,
  type SpreadsheetProvider,
  simulatedClock,
} from '@botwright/core';
import { calendlyProvider } from '@botwright/provider-calendly';
import { googleSheetsProvider } from '@botwright/provider-google-sheets';
import {
  type LocalCalendly,
  type LocalGoogle,
  type LocalTab,
  startCalendly,
  startGoogle,
} from '@botwright/provider-servers';
import { onTestFinished } from 'vitest';
import type { BlockSketch } from '../conversations/diagrams.ts';
import { brand, openWorld, type World } from '../conversations/world.ts';
import { openStore, type StoreName } from '../life-cycle/stores.ts';

const connectUrl = 'https://bots.example/connect';
const member: Principal = { brand, person: 7, workspaces: [1], permissions };
const ana = { id: '1001', name: 'Ana', email: 'ana@example.com' };

/** A world where Ana's spreadsheets and calendar are connected, on a real store. */
export interface AccountWorld extends World {
  readonly google: LocalGoogle;
  readonly calendly: LocalCalendly;
  /** The tab that bots write to, with a header of `Name`, nothing and `City`. */
  readonly tab: LocalTab;
  readonly sheets: string;
  readonly calendar: { readonly id: string; readonly schedulingUrl: string };
  /** How often a row was to be added. */
  inserts(): number;
  /** All that the store holds. */
  dump(): unknown;
}

export interface AccountWorldOptions extends Pick<Partial<EngineOptions>, 'effects'> {
  readonly store?: StoreName;
  /** In place of what the provider does. */
  readonly insertRow?: SpreadsheetProvider['insertRow'];
  /** Runs between the answer of the service and word of it. */
  afterInsert?(): void;
  /** Puts something around the store. */
  wrap?(storage: EngineOptions['storage']): EngineOptions['storage'];
}

export async function openAccountWorld(options: AccountWorldOptions = {}): Promise<AccountWorld> {
  const { storage, dump } = openStore(options.store ?? 'memory');
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
  const world = await openWorld({
    storage: options.wrap?.(storage) ?? storage,
    clock,
    secrets: aesSecretBox({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: {
      providers: [watched, calendlyProvider({ ...calendly, ...settings })],
      connectUrl,
    },
    ...(options.effects !== undefined && { effects: options.effects }),
  });
  await connect(world, 'spreadsheets', google);
  await connect(world, 'scheduler', calendly);
  const { accounts } = world.caller;
  const [[sheets], [calendar]] = [await accounts.list('spreadsheets'), await accounts.list('scheduler')];
  if (sheets === undefined || calendar?.schedulingUrl === undefined) throw new Error('Ana is not connected.');
  const { id, schedulingUrl } = calendar;
  const connected = { sheets: sheets.id, calendar: { id, schedulingUrl } };
  return { ...world, ...connected, google, calendly, tab, inserts: () => inserts, dump };
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

/** Goes through the page behind a link, and through the consent page of the service. */
export async function connect(
  { engine, caller }: World,
  kind: 'spreadsheets' | 'scheduler',
  { consent }: LocalGoogle | LocalCalendly,
): Promise<void> {
  const { url } = await caller.accounts.startConnection(kind);
  const went = await engine.accountLinks.connect(url.slice(connectUrl.length + 1), member);
  if (went.kind !== 'redirect') throw new Error(`The page refuses: ${went.reason}.`);
  const { state = '', code = '' } = Object.fromEntries((await consent(went.url, { person: ana.id })).searchParams);
  const settled = await engine.accountLinks.callback({ state, code }, member);
  if (settled.kind !== 'connected') throw new Error(`Not connected: ${JSON.stringify(settled)}.`);
}

/** A cell as blocks name it. */
export function cell(selectorValue: number, value: string): { readonly selectorValue: number; readonly value: string } {
  return { selectorValue, value };
}

/** A block that works on the tab. */
export function sheetBlock(
  { sheets, tab }: Pick<AccountWorld, 'sheets' | 'tab'>,
  action: 'insert_row' | 'update_row' | 'get_row',
  params: NonNullable<BlockSketch[1]>,
): BlockSketch {
  return ['spreadsheets', { action, auth_id: sheets, spreadsheet_id: 'leads', sheet_name: tab.title, ...params }];
}

/** Says things to the bot, each when it has answered the one before. @returns Its last message. */
export async function talk(world: World, ...words: readonly string[]): Promise<string | undefined> {
  for (const word of words) {
    await world.say(word);
    await world.work();
  }
  return (await world.told()).at(-1);
}

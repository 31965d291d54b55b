import { inspect } from 'node:util';
import type { JsonObject } from '@botwright/core/diagram';
import type { EffectHost } from '@botwright/core/ports';
import { expect, it, vi } from 'vitest';
import type { Trouble } from '../../../providers/test/servers/local-server.ts';
import { type AccountChat, cell, connect, sheetBlock, startAccountChat, talk } from '../support/account-chat.ts';
import { type BotSketch, brand } from '../support/chat.ts';
import { exclusiveOf } from '../support/exclusive-of.ts';
import { storeNames } from '../support/stores.ts';

/** Asks for a name and a city, stores both, and sends the cells of the row. */
function leads(chat: AccountChat): BotSketch {
  const row = { reference: cell(1, '@{who}') };
  return {
    blocks: {
      start: ['ask_question', { text: 'Your name?', destination: 'who' }],
      insert: sheetBlock(chat, 'insert_row', { selectors: [cell(1, '@{who}')] }),
      city: ['ask_question', { text: 'Your city?', destination: 'city' }],
      update: sheetBlock(chat, 'update_row', { ...row, selectors: [cell(3, '@{city}')] }),
      read: sheetBlock(chat, 'get_row', { ...row, selectors: [cell(3, 'kept'), cell(1, '@{kept_name}')] }),
      done: ['ask_question', { text: '@{kept_name} lives in @{kept}', destination: 'more' }],
      failed: ['ask_question', { text: 'That failed', destination: 'more' }],
    },
    connections: [
      'start.$success--insert',
      'insert.$success--city',
      'insert.$failed--failed',
      'city.$success--update',
      'update.$success--read',
      'update.$failed--failed',
      'read.$success--done',
      'read.$failed--failed',
    ],
  };
}

/** One spreadsheet block, and a text for each of its outputs. */
function single(block: NonNullable<BotSketch['blocks'][string]>): BotSketch {
  return {
    blocks: { start: block, done: ['ask_question', { text: 'done' }], failed: ['ask_question', { text: 'failed' }] },
    connections: ['start.$success--done', 'start.$failed--failed', 'done.$success--start', 'failed.$success--start'],
  };
}

const insertAda = { selectors: [cell(1, 'Ada')] };

it.for(storeNames)('[CA42][CA55][RN103][RN104] a bot adds a row, changes it and reads it, on %s', async (store) => {
  const chat = await startAccountChat({ store });
  await chat.publish(leads(chat));
  expect(await talk(chat, 'hi', '=Ada()', 'Vigo')).toBe('bot: =Ada() lives in Vigo');
  expect(chat.tab.rows).toEqual([
    ['Name', '', 'City'],
    ['=Ada()', '', 'Vigo'],
  ]);
});

it.for(storeNames)('[CA44][CA55][RN106] a bot sends the page to book on and goes on, on %s', async (store) => {
  const chat = await startAccountChat({ store });
  const { id, schedulingUrl } = chat.calendar;
  await chat.publish({
    blocks: {
      start: ['scheduler', { auth_id: id, scheduling_url: `${schedulingUrl}?name=@{who}` }],
      done: ['ask_question', { text: 'See you' }],
    },
    connections: ['start.$success--done'],
  });
  await talk(chat, 'hi');
  expect(await chat.transcript()).toEqual(['customer: hi', `bot: ${schedulingUrl}?name=`, 'bot: See you']);
});

it('[CA34][CA37] expired or refused tokens are refreshed, and one row is added for each request', async () => {
  const chat = await startAccountChat();
  await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
  expect(await talk(chat, 'hi')).toBe('bot: done');
  chat.clock.advance(60 * 60 * 1_000);
  expect(await talk(chat, 'again')).toBe('bot: done');
  chat.google.expireAccessTokens();
  expect(await talk(chat, 'and again')).toBe('bot: done');
  expect(chat.tab.rows.length).toBe(4);
});

it.for<readonly [string, JsonObject]>([
  ['a file that there is not', { spreadsheet_id: 'none' }],
  ['a file that the account may not open', { spreadsheet_id: 'foreign' }],
  ['a file that is no spreadsheet', { spreadsheet_id: 'document' }],
  ['a tab that there is not', { sheet_name: 'None' }],
  ['a column past the end', { selectors: [cell(27, 'x')] }],
  ['no row to change', { action: 'update_row', reference: cell(1, 'Nobody') }],
  ['no row to read', { action: 'get_row', reference: cell(1, 'Nobody') }],
])('[CA43][RN104] %s leaves by $failed', async ([, params]) => {
  const chat = await startAccountChat();
  await chat.publish(single(sheetBlock(chat, 'insert_row', { ...insertAda, ...params })));
  expect(await talk(chat, 'hi')).toBe('bot: failed');
  expect(chat.tab.rows).toEqual([['Name', '', 'City']]);
});

it.for<readonly [string, Trouble]>([
  ['is down', { status: 503, body: 'Try later' }],
  ['has too much to do', { status: 429 }],
  ['drops the connection', 'drops'],
  ['never answers', 'silent'],
  ['never ends its answer', 'hangs'],
  ['answers without end', 'endless'],
  ['answers what is no JSON', { status: 200, body: '<html>' }],
])(
  '[CA43] a service that %s makes the block leave by $failed, and the next attempt may succeed',
  async ([, trouble]) => {
    const chat = await startAccountChat();
    await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
    chat.google.fail(/^\/v4\//, trouble);
    expect(await talk(chat, 'hi')).toBe('bot: failed');
    expect(await talk(chat, 'again')).toBe('bot: done');
    expect(chat.tab.rows).toEqual([['Name', '', 'City'], ['Ada']]);
  },
);

it('[CA38][CA39][CA43] a revoked account leaves by $failed, is not listed, and works again with its id', async () => {
  const chat = await startAccountChat();
  await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
  for (const grant of chat.google.grants) grant.isRevoked = true;
  expect(await talk(chat, 'hi')).toBe('bot: failed');
  expect(await chat.caller.accounts.list('spreadsheets')).toEqual([]);
  expect(await talk(chat, 'again')).toBe('bot: failed');
  await connect(chat, 'spreadsheets', chat.google);
  expect(await talk(chat, 'now')).toBe('bot: done');
});

it('[CA38][CA43] an account that has lost the scope leaves by $failed, and is not listed', async () => {
  const chat = await startAccountChat();
  await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
  const error = { status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] };
  chat.google.fail(/^\/v4\//, { status: 403, body: JSON.stringify({ error }) });
  expect(await talk(chat, 'hi')).toBe('bot: failed');
  expect(await chat.caller.accounts.list('spreadsheets')).toEqual([]);
});

it('[CA27][CA30][CA43] an account that is only declared, or no longer exists, leaves by $failed', async () => {
  const chat = await startAccountChat();
  const acme = { name: brand, plan: 'professional', workspaces: [1], tokens: [] } as const;
  await chat.engine.configure([{ ...acme, connectedAccounts: [{ kind: 'spreadsheets', id: 'old', name: 'Old' }] }]);
  await chat.publish(single(sheetBlock({ ...chat, sheets: 'old' }, 'insert_row', insertAda)));
  expect(await talk(chat, 'hi')).toBe('bot: failed');
  await chat.engine.configure([acme]);
  expect(await talk(chat, 'again')).toBe('bot: failed');
});

it('[CV23][CA43] a provider that takes too long fails the effect, and its late result is ignored', async () => {
  const stuck = Promise.withResolvers<void>();
  const chat = await startAccountChat({ insertRow: () => stuck.promise });
  await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
  const talked = talk(chat, 'hi');
  await vi.waitFor(() => expect(chat.inserts()).toBe(1), { timeout: 20_000 });
  chat.clock.advance(60_000);
  expect(await talked).toBe('bot: failed');
  stuck.resolve();
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: failed']);
});

it('[CV49] the host of effects is asked first, and may leave an effect to the provider', async () => {
  const asked: unknown[] = [];
  const effects: EffectHost = {
    async carryOut(effect) {
      asked.push(effect.kind === 'spreadsheet' && effect.action);
      if (effect.kind !== 'spreadsheet' || effect.action !== 'get_row') return 'unhandled';
      return { ok: true, value: { cells: [{ column: 3, value: 'our table' }] } };
    },
  };
  const chat = await startAccountChat({ effects });
  await chat.publish(leads(chat));
  expect(await talk(chat, 'hi', 'Ada', 'Vigo')).toBe('bot:  lives in our table');
  expect(asked).toEqual(['insert_row', 'update_row', 'get_row']);
  expect(chat.tab.rows[1]).toEqual(['Ada', '', 'Vigo']);
});

it.for(storeNames)('[CV21][CA57] a row that a crash left without an answer is added again, on %s', async (store) => {
  let inserts = 0;
  let isDead = false;
  const chat = await startAccountChat({
    store,
    wrap(storage) {
      const whileAlive = (): void => {
        if (isDead) throw new Error('The process died.');
      };
      const exclusive = exclusiveOf(storage);
      return {
        ...storage,
        async exclusive(scope, program) {
          whileAlive();
          return exclusive(scope, program);
        },
      };
    },
    afterInsert() {
      inserts += 1;
      isDead = inserts === 1;
    },
  });
  await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
  await chat.say('hi');
  await expect(chat.work()).rejects.toThrow('The process died.');
  isDead = false;
  chat.clock.advance(60_000);
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: done']);
  expect(chat.tab.rows.slice(1)).toEqual([['Ada'], ['Ada']]);
});

it.for(storeNames)(
  '[CA41] messages, store, logs and reported failures contain no token, code or secret, on %s',
  async (store) => {
    const printed: unknown[] = [];
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((chunk) => printed.push(chunk) > 0),
    );
    const faults: unknown[] = [];
    const chat = await startAccountChat({ store });
    await chat.publish(single(sheetBlock(chat, 'insert_row', insertAda)));
    const workers = chat.engine.startWorkers({ conversations: { onFault: (fault) => faults.push(fault) } });
    const said = async (word: string) => {
      const before = (await chat.transcript()).length;
      await chat.say(word);
      await vi.waitFor(async () => expect((await chat.transcript()).length).toBe(before + 2), { timeout: 20_000 });
    };
    await said('hi');
    for (const trouble of ['drops', { status: 500 }, { status: 200, body: '{}' }] as const) {
      chat.google.fail(/^\/(v4|token)/, trouble);
      await said('again');
    }
    for (const grant of chat.google.grants) grant.isRevoked = true;
    await said('revoked');
    await workers.stop();
    for (const stream of streams) stream.mockRestore();
    const secrets = [...chat.google.secrets, ...chat.calendly.secrets, chat.google.clientSecret];
    const messages = JSON.stringify(await chat.transcript());
    const everything = [
      messages,
      inspect([faults, printed, await chat.dump()], { depth: 20, maxStringLength: null }),
    ].join();
    expect(secrets.length).toBeGreaterThan(6);
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
  },
);

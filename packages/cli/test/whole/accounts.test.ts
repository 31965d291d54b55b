import { expect, it, vi } from 'vitest';
import { call } from '../support/echo-bot.ts';
import type { ReadyLine } from '../support/serve-process.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { linkOf, tokenOf, visitor } from '../support/visitor.ts';

/** Connects Ada's account like a person in a browser. @returns The account in the form of blocks. */
async function connect(line: ReadyLine, token: string, kind: 'spreadsheets' | 'scheduler') {
  const accounts = `${line.bots_url}/connected-accounts/${kind}`;
  const { data } = (await call(token, 'POST', `${accounts}/connections`)) as {
    readonly data: { readonly url: string };
  };
  const { open, send } = visitor();
  await send(new URL('/sign-in', line.bots_url).href, { token, return_to: data.url });
  const consent = linkOf(await send(data.url, { token: tokenOf(await open(data.url)), answer: 'connect' }));
  await open((await send(consent, { person: 'ada', decision: 'allow' })).location);
  const listed = (await call(token, 'GET', accounts)) as {
    readonly data: readonly [{ readonly id: string; readonly scheduling_url?: string }];
  };
  return listed.data[0];
}

it('[SV32][CA42][CA44][CA55] a bot behind botwright serve writes rows, reads them and sends a page to book on', async () => {
  const { serve, stop } = createTestFolder();
  const { server, line } = await serve();
  const { agent = '', channel = '' } = line.tokens ?? {};
  const sheets = await connect(line, agent, 'spreadsheets');
  const calendar = await connect(line, agent, 'scheduler');

  const { data } = (await call(agent, 'POST', `${line.bots_url}/bots`, {
    name: 'Leads',
    channel_family: 'apichat',
  })) as { readonly data: { readonly id: string } };
  const sheet = { auth_id: sheets.id, spreadsheet_id: 'development-leads', sheet_name: 'Leads' };
  const row = { selectorValue: 1, value: '@{name}' };
  const found = { selectorValue: 1, value: 'found' };
  await call(agent, 'POST', `${line.bots_url}/bots/${data.id}/draft/blocks`, {
    blocks: [
      { id: 'bot_start', type: 'ask_question', params: { text: 'Name?', destination: 'name' } },
      { id: 'add', type: 'spreadsheets', params: { ...sheet, action: 'insert_row', selectors: [row] } },
      {
        id: 'read',
        type: 'spreadsheets',
        params: { ...sheet, action: 'get_row', reference: row, selectors: [found] },
      },
      { id: 'say', type: 'send_text', params: { text: 'Noted: @{found}' } },
      { id: 'book', type: 'scheduler', params: { auth_id: calendar.id, scheduling_url: calendar.scheduling_url } },
      { id: 'end', type: 'send_text', params: { text: 'See you' } },
    ],
    connections: ['bot_start', 'add', 'read', 'say', 'book', 'end']
      .slice(0, -1)
      .map((sourcePath, at, all) => ({ sourcePath, type: '$success', targetPath: all[at + 1] ?? 'end' })),
  });
  await call(agent, 'POST', `${line.bots_url}/bots/${data.id}/versions`);

  const said = async (): Promise<readonly string[]> => {
    const { customers } = (await call(agent, 'GET', `${line.platform_url}customers/`)) as {
      readonly customers: readonly [{ readonly id: number }];
    };
    const path = `customers/${customers[0].id}/messages/`;
    const { messages } = (await call(agent, 'GET', `${line.platform_url}${path}`)) as {
      readonly messages: readonly { readonly data: { readonly body: string } }[];
    };
    return messages.map((message) => message.data.body).toReversed();
  };
  for (const [message, answer] of [
    ['hi', 'Name?'],
    ['Eva', 'See you'],
  ] as const) {
    await call(channel, 'POST', `${line.chat_url}send/eva/`, { message: { type: 'text', message } });
    await vi.waitFor(async () => expect((await said()).at(-1)).toBe(answer), { timeout: 10_000 });
  }
  expect((await said()).slice(1)).toEqual(['Name?', 'Eva', 'Noted: Eva', calendar.scheduling_url, 'See you']);
  await stop(server);
});

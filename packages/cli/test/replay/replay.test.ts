import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diagramOf } from '../../../testing/test/diagram-of.ts';
import { callBots } from '../support/call-bots.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestFolder } from '../support/test-folder.ts';

/** A bot that asks for a name and a mail address. */
function greeter(question: string, hasEnd = true) {
  return diagramOf(
    {
      welcome: ['ask_question', { text: 'Who?', destination: 'who' }],
      mail: ['ask_question', { text: question, destination: 'mail' }],
      bye: ['send_text', { text: 'Bye @{who}.' }],
    },
    hasEnd ? ['welcome.$success--mail', 'mail.$success--bye'] : [],
  );
}

async function startServer() {
  const made = createTestFolder();
  const config = made.writeConfig({
    journal: { days: 7, redact: { fields: ['secret'] } },
    brands: [
      {
        name: 'acme',
        plan: 'professional',
        workspaces: [1],
        tokens: [{ token: 'token-of-seven-00001', person: 7 }],
        channels: [],
      },
    ],
  });
  const args = ['--port', '0', '--chat-port', '0', '--data', made.data, '--config', config];
  const line = await made.run('serve', '--json', ...args).ready();
  const url = line.bots_url;
  const token = 'token-of-seven-00001';
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await callBots(url, token, method, path, body);
    expect([answer.status, answer.body]).toEqual([expect.toSatisfy((status: number) => status < 300), answer.body]);
    return answer.body as { data: { id: string; number: number } };
  };
  const { data: bot } = await call('POST', '/bots', { name: 'Leads', channel_family: 'native' });
  await call('PUT', `/bots/${bot.id}/draft`, { diagram: greeter('Mail?') });
  await call('POST', `/bots/${bot.id}/versions`);
  const site = new URL(url).origin;
  async function talk(...words: readonly string[]): Promise<void> {
    let session: string | undefined;
    for (const message of words) {
      const headers = {
        'content-type': 'application/json',
        connection: 'close',
        ...(session !== undefined && { authorization: `Token ${session}` }),
      };
      const said = await fetch(`${site}/chat/api/${bot.number}/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify(session === undefined && message === '' ? {} : { message: { type: 'text', message } }),
      });
      const { data } = (await said.json()) as { data: { token?: string } };
      session ??= data.token;
      await untilRead(session ?? '', message);
    }
  }
  /** Waits until the bot has answered. */
  async function untilRead(session: string, message: string): Promise<void> {
    for (;;) {
      const headers = { authorization: `Token ${session}`, connection: 'close' };
      const read = await fetch(`${site}/chat/api/${bot.number}/messages`, { headers });
      const { data } = (await read.json()) as { data: { status?: string; conversation?: { status: string } } };
      const status = data.status ?? data.conversation?.status;
      if (status !== 'working') return;
      if (message === 'never') throw new Error(JSON.stringify(data));
    }
  }
  const run = (...flags: readonly string[]) =>
    runCommand(made.folder, flags, { env: { BOTWRIGHT_URL: url, BOTWRIGHT_TOKEN: token } });
  const file = (name: string, diagram: object) => writeFileSync(join(made.folder, name), JSON.stringify(diagram));
  return { bot, talk, run, file, call, folder: made.folder };
}

it('[JR11][JR20][JR21][JR23][JR25] conversations of a server are repeated on a draft, and saved as scenarios', async () => {
  const { bot, talk, run, file, folder } = await startServer();
  await talk('', 'Ann', 'ann@example.org');
  await talk('', 'Bob');
  file('same.json', greeter('Mail?'));
  file('other.json', greeter('Your mail?'));
  const id = String(bot.number);

  const same = await run('replay', '--bot', id);
  expect([same.status, same.stdout, same.stderr]).toEqual([0, '2 conversations of Leads: 2 the same.\n', '']);
  const other = await run('replay', 'other.json', '--bot', bot.id, '--last', '2', '--max-different', '1');
  expect(other.stdout).toMatch(
    /^otherwise at block mail: 2\n {2}such as \d+@\d+, input 2: Bob\n {4}- Mail\?\n {4}\+ Your mail\?\n\n2 conversations of Leads: 2 otherwise\. More than 1 differ\.\n$/,
  );
  expect(other.status).toBe(1);
  writeFileSync(join(folder, 'lines.json'), JSON.stringify(greeter('Your mail?'), null, 2));
  const annotated = await run('replay', 'lines.json', '--bot', id, '--format', 'github');
  expect(annotated.stdout).toMatch(/^::warning file=lines\.json,line=[1-9]\d*,col=\d+,endLine=\d+,title=replay/);

  const [, name = ''] = /such as (\d+@\d+)/.exec(other.stdout) ?? [];
  const written = await run('record', 'same.json', '--bot', id, '--conversation', name, '--out', 'bob.scenarios.yaml');
  expect(written.stderr).toBe(`-- wrote bob.scenarios.yaml: Conversation ${name}\n`);
  expect(await run('test', 'bob.scenarios.yaml')).toMatchObject({ status: 0 });
}, 120_000);

it('[JR21] an absent journal, bot, draft or conversation is one line', async () => {
  const { run, bot } = await startServer();
  const id = String(bot.number);
  expect(await run('replay', '--bot', id)).toMatchObject({
    status: 0,
    stdout: 'The journal of Leads has no conversation.\n',
  });
  const refused = [
    [['replay', '--bot', '999'], /no bot with the number 999\.\n$/],
    [['replay', 'absent.json', '--bot', id], /no file "absent\.json"\.\n$/],
    [['record', '--bot', id, '--conversation', '9'], /The journal of Leads has no conversation 9\.\n$/],
    [['replay', '--bot', id, '--last', '0'], /It is a number from 1 to 10,000\./],
  ] as const;
  for (const [flags, message] of refused) {
    const { status, stderr } = await run(...flags);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  }
}, 120_000);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type PublishedEchoBot, publishEchoBot } from '../support/echo-bot.ts';
import { type Arrival, type Receiver, startReceiver } from '../support/receiver.ts';
import { program, type ReadyLine, runBotwright, type ServeProcess } from '../support/serve-process.ts';

const agentToken = 'agent-token-of-this-test';
const channelToken = 'channel-token-of-this-test';

let folder: string;
let config: string;
let receiver: Receiver;
let server: ServeProcess;
let line: ReadyLine;
let echoBot: PublishedEchoBot;

function writeConfig(plan: string): void {
  const channel = { type: 'apichat', name: 'Messenger', token: channelToken, webhook_url: `${receiver.url}/chat` };
  const brand = {
    name: 'acme',
    plan,
    workspaces: [1],
    tokens: [{ token: agentToken, person: 7 }],
    agents: [{ id: 7, name: 'Ada', email: 'ada@example.com' }],
    channels: [channel],
  };
  writeFileSync(
    config,
    JSON.stringify({
      allow_private_targets: true,
      user_agent_brand: 'acme-bots',
      rate_limits: { platform: 0, apichat: 0 },
      brands: [brand],
    }),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-e2e-'));
  config = join(folder, 'config.json');
  receiver = await startReceiver();
  writeConfig('professional');
  server = runBotwright(
    ['serve', '--json', '--port', '0', '--chat-port', '0', '--data', join(folder, 'data'), '--config', config],
    { cwd: folder },
  );
  line = await server.ready();
  echoBot = await publishEchoBot(line, agentToken, `${receiver.url}/hook`);
}, 60_000);

afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

function send(message: string): Promise<unknown> {
  return call(channelToken, 'POST', `${line.chat_url}send/visitor-1/`, { message: { type: 'text', message } });
}

/** Received webhooks, by path, because the order between targets is undefined. */
function at(path: string): readonly Arrival[] {
  return receiver.arrivals.filter((arrival) => arrival.path === path);
}

function entriesAtHook(): readonly unknown[] {
  return at('/hook')
    .map(({ body }) => JSON.parse(body).messages[0])
    .toSorted((a, b) => a._raw.seq - b._raw.seq);
}

describe('a published bot behind botwright serve', () => {
  it('[SV27] answers a visitor who writes from an outside messenger, and the answer leaves by the webhook', async () => {
    await send('Hello');
    await receiver.until(3);
    expect(at('/chat').map(({ body }) => JSON.parse(body))).toEqual([
      {
        messages: [{ type: 'text', timestamp: expect.any(Number), message: 'Say something.' }],
        customer: expect.objectContaining({ token: 'visitor-1' }),
        channel: { id: echoBot.channelId, name: 'Messenger' },
        agent: { id: expect.any(Number), type: 'bot' },
      },
    ]);
    expect(at('/chat')[0]).toMatchObject({ authorization: undefined, userAgent: 'acme-bots/webhooks' });
  });

  it('[SV27] sends messages of customer, bot, agent and system to the hook', async () => {
    await send('again');
    await receiver.until(8);
    const { customers } = (await call(agentToken, 'GET', `${line.platform_url}customers/`)) as {
      readonly customers: readonly { readonly id: number }[];
    };
    const customer = `${line.platform_url}customers/${customers[0]?.id}/`;
    await call(agentToken, 'PUT', `${customer}assign/7/`);
    await call(agentToken, 'POST', `${customer}send_text/`, { message: 'A person here.' });
    await receiver.until(11);

    expect(entriesAtHook()).toMatchObject([
      { type: 'text', data: { body: 'Hello' }, sender: { type: 'customer' } },
      { type: 'text', data: { body: 'Say something.' }, sender: { type: 'bot', name: 'Parrot' } },
      { type: 'text', data: { body: 'again' }, sender: { type: 'customer' } },
      { type: 'text', data: { body: 'You said again' }, sender: { type: 'bot' } },
      { type: 'text', data: { body: 'And?' }, sender: { type: 'bot' } },
      { type: 'event', data: { action: 'assign', agent_id: 7 }, sender: { type: 'sys' } },
      { type: 'text', data: { body: 'A person here.' }, sender: { type: 'agent', id: 7, name: 'Ada' } },
    ]);
    for (const { authorization } of at('/hook')) expect(authorization).toBe('Token hook-secret');
    expect(JSON.parse(at('/chat').at(-1)?.body ?? '')).toMatchObject({
      messages: [{ message: 'A person here.' }],
      agent: { id: 7, type: 'human', name: 'Ada', email: 'ada@example.com' },
    });
  });

  it('[TM1][TM2][TM3][TM4][TM7] talks in a terminal, test or live, while the server runs', async () => {
    const before = receiver.arrivals.length;
    const test = await talk(['--test'], 'Polly\n');
    expect(test).toEqual({ code: 0, printed: 'Say something.\nYou said Polly\nAnd?\n', failed: '' });
    const unknown = await talk([], '', '4711');
    expect(unknown).toEqual({ code: 1, printed: '', failed: 'botwright: There is no bot 4711 in the brand acme.\n' });
    expect(receiver.arrivals.length).toBe(before);
  });

  it('[TM9] shows the command to type when there is no deployment to talk to', async () => {
    const onChannel = await talk([], '');
    expect(onChannel).toMatchObject({ code: 1, printed: '', failed: expect.stringContaining('here, with --test') });
    const made = (await call(agentToken, 'POST', `${line.bots_url}/bots`, {
      name: 'New',
      channel_family: 'native',
      workspace: 1,
    })) as { data: { id: string } };
    const { id } = made.data;
    const unpublished = await talk([], '', id);
    expect(unpublished).toMatchObject({ code: 1, failed: expect.stringContaining(`POST /bots/${id}/versions`) });
    const undeployed = await talk(['--test'], '', id);
    expect(undeployed).toMatchObject({ code: 1, failed: expect.stringContaining(`PUT /bots/${id}/test`) });
  });

  it('[WT33] waits in a terminal while the bot seems to type, and prints the end of another wait', async () => {
    const block = (id: string, template: string, params: object) => [
      id,
      { id, template, params: { version: 3, ...params } },
    ];
    const connection = (sourcePath: string, targetPath: string) => {
      const id = `${sourcePath}.$success--${targetPath}`;
      return [id, { id, type: '$success', sourcePath, targetPath }];
    };
    const diagram = {
      nodes: Object.fromEntries([
        ['hidden', { id: 'hidden', template: 'hidden', params: {} }],
        block('welcome', 'opening', { text: 'One moment.' }),
        block('typing', 'wait', { seconds: 0.5 }),
        block('found', 'chat', { text: 'Found.' }),
        block('silence', 'wait', { seconds: 3_600, exits: [{ id: 'interrupted' }] }),
      ]),
      connections: Object.fromEntries([
        connection('hidden', 'welcome'),
        connection('welcome', 'typing'),
        connection('typing', 'found'),
        connection('found', 'silence'),
      ]),
    };
    const bot = { name: 'Slow', channel_family: 'native', workspace: 1, diagram };
    const { data } = (await call(agentToken, 'POST', `${line.bots_url}/bots`, bot)) as {
      readonly data: { readonly id: string };
    };
    await call(agentToken, 'POST', `${line.bots_url}/bots/${data.id}/versions`);
    const begun = Date.now();
    const { code, printed, failed } = await talk([], '', data.id);
    expect([code, failed]).toEqual([0, '']);
    const [, until = ''] = /^One moment\.\nFound\.\n-- The bot waits until (\S+)\.\n$/.exec(printed) ?? [printed];
    expect(Date.parse(until)).toBeGreaterThanOrEqual(begun + 3_600_500);
    expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  it('[WT33][WT34] prints the end of a long wait in a terminal, and ends it when it begins with that flag', async () => {
    const made = await call(agentToken, 'POST', `${line.bots_url}/bots`, { name: 'Slow', channel_family: 'apichat' });
    const { id } = (made as { readonly data: { readonly id: string } }).data;
    const question = { template: 'var_text', params: { version: 3, text: 'Still there?' } };
    const nodes = {
      hidden: { id: 'hidden', template: 'hidden', params: {} },
      bot_start: { id: 'bot_start', ...question },
      pause: { id: 'pause', template: 'wait', params: { version: 3, seconds: 86_400 } },
      later: { id: 'later', ...question },
    };
    const ends = [
      ['bot_start', 'pause'],
      ['pause', 'later'],
    ].map(([sourcePath, targetPath]) => {
      const key = `${sourcePath}.$success--${targetPath}`;
      return [key, { id: key, type: '$success', sourcePath, targetPath }];
    });
    const diagram = { nodes, connections: Object.fromEntries(ends) };
    await call(agentToken, 'PUT', `${line.bots_url}/bots/${id}/draft`, { diagram });
    await call(agentToken, 'PUT', `${line.bots_url}/bots/${id}/test`);
    const waited = await talk(['--test'], 'Yes\n', id);
    expect(waited.printed).toMatch(/^Still there\?\n-- The bot waits until \S+Z\.\n$/);
    const { printed } = await talk(['--test', '--skip-waits'], 'Yes\n', id);
    expect(printed).toBe('Still there?\nStill there?\n');
  });

  it('[EX32] shows in a terminal the button to skip and the end of the time, and lets time pass', async () => {
    const made = await call(agentToken, 'POST', `${line.bots_url}/bots`, {
      name: 'Patient',
      channel_family: 'apichat',
    });
    const { id } = (made as { readonly data: { readonly id: string } }).data;
    const exits = [
      { id: 'skipped', label: 'Not now' },
      { id: 'timeout', seconds: 3_600 },
    ];
    const nodes = {
      hidden: { id: 'hidden', template: 'hidden', params: {} },
      bot_start: { id: 'bot_start', template: 'var_email', params: { version: 3, text: 'Mail?', exits } },
      later: { id: 'later', template: 'var_text', params: { version: 3, text: 'Still there?' } },
      skipped: { id: 'skipped', template: 'chat', params: { version: 3, text: 'Fine.' } },
    };
    const ends = [
      ['$timeout', 'later'],
      ['$skipped', 'skipped'],
    ].map(([type, targetPath]) => {
      const key = `bot_start.${type}--${targetPath}`;
      return [key, { id: key, type, sourcePath: 'bot_start', targetPath }];
    });
    const diagram = { nodes, connections: Object.fromEntries(ends) };
    await call(agentToken, 'PUT', `${line.bots_url}/bots/${id}/draft`, { diagram });
    await call(agentToken, 'PUT', `${line.bots_url}/bots/${id}/test`);
    const { printed } = await talk(['--test'], '/wait soon\n/wait 30m\n/wait 30m 1s\n', id);
    expect(printed.replaceAll(/\d{4}-\d\d-\d\dT\S+Z/g, 'later')).toBe(
      [
        'Mail?',
        '  1) Not now',
        '-- The bot waits until later.',
        '-- Write a time as in /wait 1h 30m.',
        '-- The bot waits until later.',
        'Still there?',
        '',
      ].join('\n'),
    );
    expect((await talk(['--test'], '1\n', id)).printed).toMatch(/Fine\.\n$/);
  });

  it('[MS46] refuses in a terminal a text that is too long, and continues', async () => {
    const { code, printed } = await talk(['--test'], `${'x'.repeat(10_001)}\nPolly\n`);
    expect([code, printed]).toEqual([
      0,
      'Say something.\n-- It has more than 10000 characters.\nYou said Polly\nAnd?\n',
    ]);
  });

  it('[SV27][MS48][MS49] names the conversation, the bot and the agent in webhooks', () => {
    const entries = at('/hook').map(({ body }) => JSON.parse(body).messages[0]);
    for (const { _raw, customer, channel, type, timestamp, sender, data } of entries) {
      expect(_raw).toEqual({
        uuid: expect.any(String),
        chat: customer.id,
        channel: channel.id,
        type,
        timestamp,
        message: data.body ?? null,
        author_type: sender.type === 'customer' ? 'user' : sender.type,
        author_uuid: sender.type === 'bot' ? echoBot.botId : null,
        samurai: sender.type === 'agent' ? 7 : null,
        read: sender.type !== 'customer',
        extra: {},
        ui_key: null,
        rich_text: null,
        seq: expect.any(Number),
      });
    }
    const byPlace = entries.toSorted((a, b) => a._raw.seq - b._raw.seq).map(({ timestamp }) => timestamp);
    expect(byPlace).toEqual([...new Set(byPlace)].toSorted((a, b) => a - b));
    expect(Math.max(...byPlace)).toBeLessThan(Date.now() / 1_000 + 0.01);
  });

  it('[TM8] is found in the brand that the flag names, or in the only one', async () => {
    const named = await talk(['--test', '--brand', 'acme'], '');
    expect(named).toEqual({ code: 0, printed: 'Say something.\n', failed: '' });
    const other = await talk(['--brand', 'other'], '');
    expect(other).toMatchObject({ code: 1, failed: expect.stringMatching(/^botwright: There is no brand other in /) });
  });

  it('[CF13][SV19] has its hooks switched off with the plan, and on again', async () => {
    const hook = `${line.platform_url}channels/${echoBot.channelId}/message_hooks/${echoBot.hookId}/`;
    const states: unknown[] = [];
    for (const plan of ['starter', 'professional']) {
      writeConfig(plan);
      const applied = server.logs().filter(({ msg }) => msg === 'config applied').length;
      server.child.kill('SIGHUP');
      await server.untilPrinted(new RegExp(`(?:config applied[^]*){${applied + 1}}`), 'stderr');
      states.push(await call(agentToken, 'GET', hook));
    }
    expect(states).toMatchObject([{ hook: { active: false } }, { hook: { active: true } }]);
  });

  it('[SV14] logs no token, no webhook address and no message', () => {
    for (const secret of [agentToken, channelToken, 'hook-secret', `${receiver.url}/hook`, 'A person here.']) {
      expect(server.stderr()).not.toContain(secret);
    }
  });
});

async function talk(
  flags: readonly string[],
  typed: string,
  bot = echoBot.botId,
): Promise<{ readonly code: number; readonly printed: string; readonly failed: string }> {
  const args = ['chat', bot, '--data', join(folder, 'data'), '--config', config, ...flags];
  const child = spawn(process.execPath, [...program, ...args]);
  const [closed, printed, failed] = [once(child, 'close'), text(child.stdout), text(child.stderr)];
  child.stdin.end(typed);
  const [code] = await closed;
  return { code, printed: await printed, failed: await failed };
}

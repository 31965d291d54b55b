import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBots } from '../support/call-bots.ts';
import { modulesLoadedBy, serverModules } from '../support/modules-loaded.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestFolder, type TestFolder } from '../support/test-folder.ts';

const uuid = /^[0-9a-f]{64}$/;

/** Runs `botwright token …` on the data folder. */
function token({ folder, data }: TestFolder, [part = '', ...args]: readonly string[], input = '') {
  return runCommand(folder, ['token', part, '--data', data, ...args], { input });
}

/** Its printed line of JSON. */
function tokenJson(place: TestFolder, ...args: readonly string[]) {
  const { status, stdout, stderr } = token(place, [...args, '--json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^.*\n$/);
  return JSON.parse(stdout);
}

const statusOf = async (url: string, text: string): Promise<number> =>
  (await callBots(url, text, 'GET', '/bots')).status;

const everything = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('botwright token new', () => {
  it('[TW1][TW2] prints a token that works with the next request, and of which the folder has the hash', async () => {
    const place = createTestFolder();
    const { line } = await place.serve();
    const { status, stdout } = token(place, ['new', '--name', 'ci']);
    const made = stdout.split('\n')[0] ?? '';
    expect([status, made]).toEqual([0, expect.stringMatching(/^[\w-]{32}$/)]);
    expect(await statusOf(line.bots_url, made)).toBe(200);
    expect(everything(place.data)).not.toContain(made);
  });

  it('[TW2] works after a start of a server that was stopped, and after another', async () => {
    const place = createTestFolder();
    await place.stop((await place.serve()).server);
    const made = tokenJson(place, 'new');
    for (const _ of [1, 2]) {
      const { server, line } = await place.serve();
      expect(await statusOf(line.bots_url, made.token)).toBe(200);
      await place.stop(server);
    }
  });

  it('[TW3] makes a token for a person, with permissions and workspaces', async () => {
    const place = createTestFolder();
    const { line } = await place.serve();
    const flags = ['--brand', 'demo', '--person', '8', '--permission', 'view_bots', '--workspace', '1', '--name', 'ci'];
    const made = tokenJson(place, 'new', ...flags);
    expect(made).toEqual({
      token: expect.any(String),
      id: expect.stringMatching(uuid),
      brand: 'demo',
      person: 8,
      permissions: ['view_bots'],
      workspaces: [1],
      name: 'ci',
      made: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await statusOf(line.bots_url, made.token)).toBe(200);
    const bot = { name: 'First', channel_family: 'native' };
    expect(await callBots(line.bots_url, made.token, 'POST', '/bots', bot)).toMatchObject({ status: 403 });
  });

  it('[TW3][TW10] refuses what the server would not take in one line', async () => {
    const place = createTestFolder();
    const brand = { plan: 'starter', workspaces: [1, 2] };
    const tokens = [
      { token: 'a'.repeat(16), person: 1 },
      { token: 'b'.repeat(16), person: 2 },
    ];
    const brands = [
      { ...brand, name: 'acme', tokens },
      { ...brand, name: 'blue', tokens: [] },
    ];
    const { server } = await place.serve('--config', place.writeConfig({ brands }));
    await place.stop(server);
    tokenJson(place, 'new', '--brand', 'acme', '--person', '3', '--name', 'ci');
    const refusals = [
      [[], 'Say with --brand for which brand: acme, blue.'],
      [['--brand', 'red'], 'There is no brand "red", but acme, blue.'],
      [['--brand', 'blue'], 'Say with --person whom the token identifies, by a number.'],
      [['--brand', 'acme'], 'Say with --person whom the token identifies: 1, 2, 3, or somebody new.'],
      [
        ['--brand', 'acme', '--person', '1', '--permission', 'all'],
        '--permission: Expected one of view_bots, edit_bots, view_integrations, edit_integrations.',
      ],
      [['--brand', 'acme', '--person', '1', '--workspace', '3'], 'Brand acme has no workspace 3, but 1, 2.'],
      [['--brand', 'acme', '--person', '1', '--name', 'ci'], 'Another token has the name "ci".'],
      [
        ['--brand', 'acme', '--person', '1', '--name', ' '],
        '--name: Expected 1 to 100 characters that do not look like an id, with no space at either end.',
      ],
    ] as const;
    for (const [flags, problem] of refusals) {
      const { status, stdout, stderr } = token(place, ['new', ...flags]);
      expect([status, stdout, stderr]).toEqual([2, '', `botwright: ${problem}\n`]);
    }
    expect(token(place, ['new', '--person', 'Ann']).status).toBe(2);
    expect(tokenJson(place, 'list').tokens).toHaveLength(3);
  });
});

describe('botwright token list', () => {
  it('[TW4] shows the data of each token, and no token', async () => {
    const place = createTestFolder();
    const { line, server } = await place.serve();
    const made = tokenJson(place, 'new', '--permission', 'view_bots', '--workspace', '1', '--name', 'ci');
    const { stdout } = token(place, ['list']);
    const day = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
    const rows = stdout.trimEnd().split('\n');
    expect(rows[0]).toMatch(/^ID +NAME +BRAND +PERSON +PERMISSIONS +WORKSPACES +MADE +FROM$/);
    const shown = [
      expect.stringMatching(new RegExp(`^[0-9a-f]{12} +- +demo +1 +all +all +${day} +first start$`)),
      expect.stringMatching(new RegExp(`^${made.id.slice(0, 12)} +ci +demo +1 +view_bots +1 +${day} +token new$`)),
    ];
    expect(rows.slice(1)).toEqual(expect.arrayContaining(shown));
    expect(rows).toHaveLength(3);

    // The server applies the change at this first request, and lists the same.
    await statusOf(line.bots_url, made.token);
    expect(token(place, ['list']).stdout).toBe(stdout);
    await place.stop(server);
    expect(token(place, ['list']).stdout).toBe(stdout);
    expect(stdout).not.toContain(made.token);
  });

  it('[TW4] says which tokens the config file declares', async () => {
    const place = createTestFolder();
    const brand = { name: 'acme', plan: 'starter', workspaces: [1], tokens: [{ token: 'a'.repeat(16), person: 7 }] };
    await place.serve('--config', place.writeConfig({ brands: [brand] }));
    expect(tokenJson(place, 'list', '--brand', 'acme')).toEqual({
      tokens: [{ id: expect.stringMatching(uuid), brand: 'acme', person: 7, from: 'config' }],
    });
    expect(token(place, ['list', '--brand', 'red']).stderr).toBe('botwright: There is no brand "red", but acme.\n');
  });

  it('[TW4] knows the names of the tokens of a removed and returned brand', async () => {
    const place = createTestFolder();
    const brand = (name: string) => ({ name, plan: 'starter', workspaces: [1], tokens: [] });
    const first = await place.serve('--config', place.writeConfig({ brands: [brand('acme'), brand('blue')] }));
    tokenJson(place, 'new', '--brand', 'acme', '--person', '1', '--name', 'ci');
    await place.stop(first.server);
    const second = await place.serve('--config', place.writeConfig({ brands: [brand('acme'), brand('blue')] }));
    await place.stop(second.server);
    const third = await place.serve('--config', place.writeConfig({ brands: [brand('blue')] }));
    expect(tokenJson(place, 'list').tokens).toEqual([]);
    await place.stop(third.server);
    await place.serve('--config', place.writeConfig({ brands: [brand('acme')] }));
    expect(tokenJson(place, 'list').tokens).toMatchObject([{ brand: 'acme', name: 'ci', from: 'command' }]);
  });
});

describe('botwright token revoke', () => {
  it('[TW5] stops tokens with the next request, by name, by the beginning of an id, and by themselves', async () => {
    const place = createTestFolder();
    const { line } = await place.serve();
    const [byName, byId, byItself, kept] = ['ci', 'b', 'c', 'd'].map((name) => tokenJson(place, 'new', '--name', name));
    for (const made of [byName, byId, byItself]) expect(await statusOf(line.bots_url, made.token)).toBe(200);
    const { stdout } = token(place, ['revoke', 'ci', byId.id.slice(0, 10)]);
    expect(stdout).toBe(
      `Revoked ${byName.id.slice(0, 12)} "ci" (person 1 of demo).\nRevoked ${byId.id.slice(0, 12)} "b" (person 1 of demo).\n`,
    );
    expect(await statusOf(line.bots_url, byName.token)).toBe(401);
    expect(await statusOf(line.bots_url, byId.token)).toBe(401);
    expect(token(place, ['revoke', '-'], `${byItself.token}\n`).status).toBe(0);
    expect(await statusOf(line.bots_url, byItself.token)).toBe(401);
    // Including the token of the first start.
    const [first] = tokenJson(place, 'list').tokens.filter(({ from }: { from: string }) => from === 'first_start');
    expect(tokenJson(place, 'revoke', first.id)).toEqual({ revoked: [first.id] });
    expect(await statusOf(line.bots_url, line.tokens?.agent ?? '')).toBe(401);
    expect(await statusOf(line.bots_url, kept.token)).toBe(200);
  });

  it('[TW5] stops tokens of a stopped server, even one that it never applied', async () => {
    const place = createTestFolder();
    const { server } = await place.serve();
    const made = tokenJson(place, 'new');
    await place.stop(server);
    const other = tokenJson(place, 'new');
    tokenJson(place, 'revoke', made.id, other.id);
    const { line } = await place.serve();
    expect(await statusOf(line.bots_url, made.token)).toBe(401);
    expect(await statusOf(line.bots_url, other.token)).toBe(401);
    expect(existsSync(join(place.data, 'token-changes'))).toBe(false);
  });

  it('[TW5] signs out all sessions of the token', async () => {
    const place = createTestFolder();
    const { line } = await place.serve();
    const origin = new URL(line.bots_url).origin;
    const form = await fetch(`${origin}/sign-in`);
    const cookies = form.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const page = await form.text();
    const formToken = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const made = tokenJson(place, 'new', '--name', 'ci');
    const signedIn = await fetch(`${origin}/sign-in`, {
      method: 'POST',
      headers: { cookie: cookies.join('; '), origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ form: formToken, token: made.token }),
      redirect: 'manual',
    });
    const session = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const ask = async () =>
      (await fetch(`${origin}/connect/none`, { headers: { cookie: session.join('; ') }, redirect: 'manual' })).status;
    const before = await ask();
    tokenJson(place, 'revoke', 'ci');
    expect([before, await ask()]).toEqual([404, 303]);
  });

  it('[TW6] revokes nothing when one cannot be revoked, and shows no token', async () => {
    const place = createTestFolder();
    const brand = { name: 'acme', plan: 'starter', workspaces: [1], tokens: [{ token: 'a'.repeat(16), person: 7 }] };
    const { line } = await place.serve('--config', place.writeConfig({ brands: [brand] }));
    const declared = tokenJson(place, 'list').tokens[0].id;
    const made = tokenJson(place, 'new', '--name', 'ci');
    const unknown = `No token has that id or name: "botwright token list" shows all tokens. A token itself is read from standard input, with "-".`;
    const refusals = [
      [
        ['ci', declared],
        '',
        `The config file declares token ${declared.slice(0, 12)}: remove it there, and send the server SIGHUP.`,
      ],
      [['ci', 'none'], '', unknown],
      // A token may begin with a hyphen.
      [['ci', '--', made.token], '', unknown],
      [['ci', '-'], 'not-a-token-of-this-server', 'Text 1 of standard input is not a token of this server.'],
      [['-'], '', 'Standard input has no token.'],
    ] as const;
    for (const [which, input, problem] of refusals) {
      const { status, stdout, stderr } = token(place, ['revoke', ...which], input);
      expect([status, stdout, stderr]).toEqual([2, '', `botwright: ${problem}\n`]);
    }
    expect(await statusOf(line.bots_url, made.token)).toBe(200);
    expect(await statusOf(line.bots_url, 'a'.repeat(16))).toBe(200);
  });

  it('[TW6] asks for a choice between two matching tokens', async () => {
    const place = createTestFolder();
    const { server } = await place.serve();
    await place.stop(server);
    const file = join(place.data, 'tokens.json');
    const list = JSON.parse(readFileSync(file, 'utf8'));
    const [first] = list.tokens;
    list.tokens = ['0', '1'].map((end) => ({ ...first, id: `${'ab'.repeat(31)}a${end}` }));
    writeFileSync(file, JSON.stringify(list));
    expect(token(place, ['revoke', 'abab']).stderr).toBe(
      'botwright: abab can be abababababab (person 1 of demo) or abababababab (person 1 of demo): give the id.\n',
    );
  });
});

describe('the files', () => {
  it('[TW7] concurrent commands lose nothing', async () => {
    const place = createTestFolder();
    const { server, line } = await place.serve();
    const started = Array.from({ length: 6 }, () => place.run('token', 'new', '--json', '--data', place.data));
    const asking = Promise.all(started.map(() => statusOf(line.bots_url, 'a-token-that-nobody-has')));
    expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(started.map(() => 0));
    await asking;
    const made = started.map(({ stdout }) => JSON.parse(stdout()).token);
    for (const text of made) expect(await statusOf(line.bots_url, text)).toBe(200);
    await place.stop(server);
    expect(tokenJson(place, 'list').tokens).toHaveLength(7);
  });

  it('[TW8] are readable only by their owner, contain no token, and are removed once applied', async () => {
    const place = createTestFolder();
    const { server } = await place.serve();
    await place.stop(server);
    const made = tokenJson(place, 'new');
    const folder = join(place.data, 'token-changes');
    const [name = '', ...others] = readdirSync(folder);
    expect([others, statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([
      [],
      0o700,
      0o600,
    ]);
    expect(everything(place.data)).not.toContain(made.token);
    expect(statSync(join(place.data, 'tokens.json')).mode & 0o777).toBe(0o600);
    await place.serve();
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(place.data).filter((file) => file.endsWith('.new'))).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)('[TW8] belong to the owner of the folder when root writes them', async () => {
    const place = createTestFolder();
    await place.stop((await place.serve()).server);
    chownSync(place.data, 1234, 1234);
    tokenJson(place, 'new');
    const folder = join(place.data, 'token-changes');
    for (const path of [folder, join(folder, readdirSync(folder)[0] ?? '')]) expect(statSync(path).uid).toBe(1234);
  });

  it('[TW9] of another program end the command and a start with one line', async () => {
    const place = createTestFolder();
    const { server } = await place.serve();
    await place.stop(server);
    const foreign = join(place.data, 'token-changes', '1.json');
    mkdirSync(join(place.data, 'token-changes'));
    writeFileSync(foreign, '{"botwright_token_change":1,"revoke":{"id":"me"}}');
    const problem = `botwright: ${foreign} was not written by botwright: move it away.\n`;
    for (const part of ['new', 'list']) {
      expect(token(place, [part])).toMatchObject({ status: 1, stdout: '', stderr: problem });
    }
    const again = place.run('serve', '--json', '--port', '0', '--chat-port', '0', '--data', place.data);
    expect([await again.ended, again.stderr()]).toEqual([1, problem]);

    const list = join(place.data, 'tokens.json');
    rmSync(foreign);
    for (const text of ['', '{"botwright_tokens":2}', '[]']) {
      writeFileSync(list, text);
      const { status, stderr } = token(place, ['list']);
      expect([status, stderr]).toEqual([1, `botwright: ${list} was not written by botwright: move it away.\n`]);
    }
    const third = place.run('serve', '--json', '--port', '0', '--chat-port', '0', '--data', place.data);
    expect([await third.ended, third.stderr()]).toEqual([
      1,
      `botwright: ${list} was not written by botwright: move it away.\n`,
    ]);
  });

  it.skipIf(process.getuid?.() !== 0)('[TW9] of another user are refused with any content', async () => {
    const place = createTestFolder();
    await place.stop((await place.serve()).server);
    tokenJson(place, 'new');
    const folder = join(place.data, 'token-changes');
    const file = join(folder, readdirSync(folder)[0] ?? '');
    chownSync(file, 1234, 1234);
    expect(token(place, ['list'])).toMatchObject({
      status: 1,
      stderr: `botwright: ${file} was not written by botwright: move it away.\n`,
    });
  });

  it('[TW9] of another program are logged once by a running server, which applies the others', async () => {
    const place = createTestFolder();
    const { server, line } = await place.serve();
    const made = tokenJson(place, 'new');
    const foreign = join(place.data, 'token-changes', '1.json');
    writeFileSync(foreign, 'not JSON');
    chmodSync(foreign, 0o600);
    for (const _ of [1, 2]) expect(await statusOf(line.bots_url, made.token)).toBe(200);
    await place.stop(server);
    const faults = server.logs().filter(({ msg }) => msg === 'token changes not applied');
    expect(faults).toEqual([expect.objectContaining({ level: 'error', problem: expect.stringContaining(foreign) })]);
  });

  it('[TW9] are requested in one line if there are none', () => {
    const { folder } = createTestFolder();
    const { status, stderr } = runCommand(folder, ['token', 'list']);
    expect([status, stderr]).toEqual([
      1,
      'botwright: No server has made ./.botwright its data folder yet: start one with "botwright serve --data ./.botwright".\n',
    ]);
    expect(runCommand(folder, ['token', 'new', '--data', ':memory:'])).toMatchObject({
      status: 2,
      stderr: 'botwright: A server with --data :memory: keeps nothing: its tokens cannot be changed.\n',
    });
  });
});

it('[TW10] the commands load neither server nor store', async () => {
  const place = createTestFolder();
  await place.stop((await place.serve()).server);
  for (const args of [['new', '--name', 'ci'], ['list'], ['revoke', 'ci']]) {
    const [part = '', ...rest] = args;
    const loaded = modulesLoadedBy(place.folder, ['token', part, '--data', place.data, ...rest]);
    expect(loaded.some((url) => url.includes('/cli/src/token/token-files.ts'))).toBe(true);
    expect(loaded.filter((url) => serverModules.test(url))).toEqual([]);
  }
});

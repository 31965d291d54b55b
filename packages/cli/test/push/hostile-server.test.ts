import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bot as botOfFile } from '../lint/run-lint.ts';
import { callBots } from '../support/call-bots.ts';
import { createTestFolder } from '../support/test-folder.ts';

const diagram = { nodes: {}, connections: {} };
const bot = { id: 'b1', number: 7, name: 'Lead', channel_family: 'native', state: 'active' };
const version = { id: 'v1', published_at: '2026-11-22T10:00:00', published_by: 1 };

interface Answers {
  readonly bots?: readonly unknown[];
  readonly versions?: readonly unknown[];
  readonly draft?: unknown;
  /** Sent first in every response. */
  readonly padding?: number;
}

/** A scripted server, and the content of the folder `work/bots` in a new folder after a pull. */
async function pullFrom(
  { bots = [bot], versions = [version], draft, padding = 0 }: Answers,
  prepare = (_: string) => {},
) {
  const server = createServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const list = path.endsWith('/bots') ? bots : path.endsWith('/versions') ? versions : undefined;
    const one = path.endsWith('/draft')
      ? { diagram, edited_at: '2026-11-22T10:00:00', violations: [], ...(draft as object) }
      : { diagram };
    response.writeHead(200, { 'content-type': 'application/json', etag: '"3"' });
    if (padding > 0) response.write(' '.repeat(padding));
    response.end(JSON.stringify(list === undefined ? { data: one } : { data: list, meta: { total: list.length } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { folder, run } = createTestFolder();
  writeFileSync(join(folder, 'package.json'), 'mine');
  prepare(folder);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v0-alpha`;
  const pulled = run('pull', '--from', url, '--to', join(folder, 'work/bots'), '--versions');
  const status = await pulled.ended;
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('mine');
  const made = existsSync(join(folder, 'work'))
    ? readdirSync(join(folder, 'work'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
    : [];
  return { status, stderr: pulled.stderr(), stdout: pulled.stdout(), made: made.sort(), folder };
}

const unusable = 'The server answers with a';

it('[PU21][PU22] a malformed bot or version of a server is refused in one line, and the others are pulled', async () => {
  const wrong = (members: object) => ({ ...bot, name: 'Evil', ...members });
  const { status, stderr, made } = await pullFrom({
    bots: [
      bot,
      wrong({ id: 'abcdefgh/../../package' }),
      wrong({ id: '..' }),
      wrong({ id: 'C:\\x' }),
      wrong({ id: 'a\u0000b' }),
      wrong({ id: 'nul' }),
      wrong({ id: 7 }),
      wrong({ id: 'c1', number: '7' }),
      wrong({ id: 'c2', name: null }),
      wrong({ id: 'c3', name: 'x'.repeat(20_000) }),
      wrong({ id: 'c4', channel_family: undefined }),
      null,
    ],
  });
  expect(stderr.trimEnd().split('\n')).toEqual([
    ...Array.from({ length: 6 }, () => `refused a bot: ${unusable} bot that cannot be used: "id" is not an id.`),
    `refused a bot: ${unusable} bot that cannot be used: "number" is not a number.`,
    `refused a bot: ${unusable} bot that cannot be used: "name" is not text.`,
    `refused a bot: ${unusable} bot that cannot be used: "name" is longer than 10,000 characters.`,
    `refused a bot: ${unusable} bot that cannot be used: "channel_family" is missing.`,
    `refused a bot: ${unusable} bot that cannot be used: it is missing.`,
  ]);
  expect([status, made]).toEqual([1, ['bots/lead-b1.json', 'bots/lead-b1.versions/v1.json']]);
});

it.for<readonly [string, Answers, string]>([
  [
    'a version with a path for an id',
    { versions: [{ ...version, id: '../../package' }] },
    'version that cannot be used: "id" is not an id.',
  ],
  [
    'two ids that are the same to some systems',
    { versions: [version, { ...version, id: 'V1' }] },
    'has versions v1 and V1.',
  ],
  [
    'a diagram that is none',
    { draft: { diagram: { nodes: [] } } },
    'diagram that cannot be used: "nodes" cannot be read: Expected an object.',
  ],
  ['a time that is none', { draft: { edited_at: 5 } }, 'time that cannot be used: it is not text.'],
  ['violations that are none', { draft: { violations: [{ message: 1 }] } }, '"0.severity" is missing.'],
  ['what is too large', { padding: 33 * 1_048_576 }, 'The response is larger than 33554432 bytes.'],
])('[PU21][PU22][PU23] %s is refused in one line', async ([, answers, problem]) => {
  const { status, stderr } = await pullFrom(answers);
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(problem);
});

it('[PU21] writes nothing through a link that leads out of the folder', async () => {
  const { status, stderr, made, folder } = await pullFrom({}, (root) => {
    mkdirSync(join(root, 'work/bots'), { recursive: true });
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync('../../elsewhere', join(root, 'work/bots/lead-b1.versions'));
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^refused Lead: .+v1\.json is a link that leads out of the folder: nothing is written there\.\n$/,
    ),
  ]);
  expect([made, readdirSync(join(folder, 'elsewhere'))]).toEqual([['bots/lead-b1.json'], []]);
});

it('[TC16] nothing of a server moves the cursor of a terminal', async () => {
  const { stdout, stderr } = await pullFrom({
    bots: [
      { ...bot, name: 'A\u001b[2J\u009b31m\u202eB' },
      { ...bot, id: 'b2', name: 'C' },
    ],
    versions: [
      { ...version, published_at: '\u001b]0;x\u0007\n::error::y' },
      { ...version, id: '\u001b[31m' },
    ],
  });
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|^\s*::/mu);
});

it('[PU24][PU25] two files with one bot, and a bot in the trash, are refused before anything is written', async () => {
  const place = createTestFolder();
  const { line } = await place.serve();
  const [url, token] = [line.bots_url, line.tokens?.agent ?? ''];
  const call = (method: string, path: string, body?: unknown) => callBots(url, token, method, path, body);
  const { id } = (
    (await call('POST', '/bots', { name: 'Lead', channel_family: 'native' })).body as {
      data: { id: string };
    }
  ).data;
  const bw = async (...args: string[]) => {
    const command = place.run(...args, ...(args[0] === 'pull' ? ['--from'] : ['--to']), url, '--token', token);
    const status = await command.ended;
    return [status, command.stdout() + command.stderr()];
  };
  expect((await bw('pull', '--to', join(place.folder, 'bots')))[0]).toBe(0);
  const [name = ''] = readdirSync(join(place.folder, 'bots'));
  const text = readFileSync(join(place.folder, 'bots', name), 'utf8');
  const edited = { ...JSON.parse(text), diagram: { ...JSON.parse(text).diagram, note: 'mine' } };
  writeFileSync(join(place.folder, 'copy.json'), JSON.stringify(edited).replace(id, id.toUpperCase()));
  const twice = [2, `botwright: copy.json and bots/${name} have the same bot.\n`];
  expect(await bw('push', '--force', 'copy.json', 'bots')).toEqual(twice);
  expect(await bw('publish', 'copy.json', 'bots')).toEqual(twice);
  symlinkSync(join('bots', name), join(place.folder, 'link.json'));
  expect(await bw('push', 'bots', 'link.json')).toEqual([0, '1 file: 1 unchanged.\n']);
  expect((await call('GET', `/bots/${id}/draft`)).headers.get('etag')).toBe('"1"');

  await call('DELETE', `/bots/${id}`);
  const trashed = (what: string) => [
    1,
    `1 file: 1 not ${what}.\nnot ${what} bots/${name}: The bot is in the trash: take it out there first.\n`,
  ];
  expect(await bw('push', 'bots')).toEqual(trashed('pushed'));
  expect(await bw('push', 'bots', '--dry-run')).toEqual(trashed('pushed'));
  expect(await bw('publish', 'bots')).toEqual(trashed('published'));
  writeFileSync(join(place.folder, 'bots', name), JSON.stringify(edited));
  expect(await bw('push', 'bots')).toEqual(trashed('pushed'));
});

it('[BF4][PU8] preserves a byte order mark, and the tools read the files of pull', async () => {
  const place = createTestFolder();
  const { line } = await place.serve();
  const [url, token] = [line.bots_url, line.tokens?.agent ?? ''];
  const { body } = await callBots(url, token, 'POST', '/bots', { name: 'Lead', channel_family: 'native' });
  await callBots(url, token, 'PUT', `/bots/${(body as { data: { id: string } }).data.id}/draft`, {
    diagram: botOfFile(),
  });
  const bw = async (...args: string[]) => {
    const command = place.run(...args);
    return [await command.ended, command.stdout(), command.stderr()];
  };
  const server = ['--token', token];
  await bw('pull', '--to', 'bots', '--from', url, ...server);
  const [name = ''] = readdirSync(join(place.folder, 'bots'));
  const file = join(place.folder, 'bots', name);
  const pulled = readFileSync(file, 'utf8');
  writeFileSync(file, `\uFEFF${pulled}`);
  writeFileSync(
    join(place.folder, 'a.scenarios.yaml'),
    `\uFEFFbot: bots/${name}\nbots: { ${JSON.parse(pulled).bot.number}: bots/${name} }\nscenarios: []\n`,
  );
  expect(await bw('pull', '--to', 'bots', '--from', url, ...server)).toEqual([0, '1 file: 1 unchanged.\n', '']);
  expect(await bw('push', 'bots', '--to', url, ...server)).toEqual([0, '1 file: 1 unchanged.\n', '']);
  expect(
    (await bw('diff', `bots/${name}`, `${JSON.parse(pulled).bot.number}@draft`, '--from', url, ...server))[0],
  ).toBe(0);
  expect((await bw('test', 'a.scenarios.yaml'))[1]).toContain('has the number');
  expect(readFileSync(file, 'utf8')).toBe(`\uFEFF${pulled}`);
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { callBots } from '../support/call-bots.ts';
import { modulesLoadedBy, serverModules } from '../support/modules-loaded.ts';
import { runCommand } from '../support/run-command.ts';
import { runBotwright } from '../support/serve-process.ts';
import { createTestFolder, type TestFolder } from '../support/test-folder.ts';

/** A diagram that can be published unless its last text is empty. */
function diagram(text = 'Bye!') {
  const ends = { id: 'welcome.$success--bye', type: '$success', sourcePath: 'welcome', targetPath: 'bye' };
  return {
    nodes: {
      hidden: { id: 'hidden', template: 'hidden', params: {} },
      welcome: { id: 'welcome', template: 'var_text', params: { text: 'Name?', destination: 'name', version: 3 } },
      bye: { id: 'bye', template: 'chat', params: { text } },
    },
    connections: { [ends.id]: ends },
  };
}

interface Place extends TestFolder {
  readonly url: string;
  readonly token: string;
  /** Runs `botwright …` with the address and the token in the environment. */
  bw(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string };
  create(name: string): Promise<{ readonly id: string; readonly number: number }>;
  call(method: string, path: string, body?: unknown): ReturnType<typeof callBots>;
  /** The name of the only file of a bot in `bots`. */
  fileOf(bot: { readonly id: string }): string;
  read(file: string): ReturnType<typeof diagramFile>;
  write(file: string, content: unknown): void;
}

const diagramFile = (text: string) =>
  JSON.parse(text) as Record<string, never> & { diagram: ReturnType<typeof diagram> };

/** A brand for each place, on one server. */
const tokens = Array.from({ length: 30 }, (_, index) => `agent-token-of-brand-${index}`);
let url: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-bot-files-'));
  const brands = tokens.map((token, at) => ({
    ...{ name: `brand-${at}`, plan: 'professional', workspaces: [at + 1] },
    tokens: [{ token, person: 1 }],
  }));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ brands }));
  const flags = '--json --no-demo --port 0 --chat-port 0 --data data --config config.json'.split(' ');
  const { child, ended, ready } = runBotwright(['serve', ...flags], { cwd: folder });
  url = (await ready()).bots_url;
  return async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  };
});

function createPlace(): Place {
  const folder = createTestFolder();
  const token = tokens.pop();
  if (token === undefined) throw new Error('There are more places than brands.');
  const call = (method: string, path: string, body?: unknown) => callBots(url, token, method, path, body);
  return {
    ...folder,
    url,
    token,
    call,
    bw: (...args) => {
      const { status, stdout, stderr } = runCommand(folder.folder, args, {
        env: { BOTWRIGHT_URL: url, BOTWRIGHT_TOKEN: token },
      });
      return { status, stdout, stderr };
    },
    create: async (name) =>
      (
        (await call('POST', '/bots', { name, channel_family: 'native' })).body as {
          data: { id: string; number: number };
        }
      ).data,
    fileOf: ({ id }) => {
      const names = readdirSync(join(folder.folder, 'bots')).filter((name) => name.endsWith(`-${id.slice(0, 8)}.json`));
      expect(names).toHaveLength(1);
      return `bots/${names[0]}`;
    },
    read: (file) => diagramFile(readFileSync(join(folder.folder, file), 'utf8')),
    write: (file, content) =>
      writeFileSync(join(folder.folder, file), typeof content === 'string' ? content : JSON.stringify(content)),
  };
}

const revisionOf = async ({ call }: Place, { id }: { readonly id: string }): Promise<string | null> =>
  (await call('GET', `/bots/${id}/draft`)).headers.get('etag');

/** Changes the diagram of a file. */
function edit(place: Place, file: string, to: unknown): void {
  place.write(file, { ...place.read(file), diagram: to });
}

const emptyDraft = { diagram: { nodes: {}, connections: {} }, edited_at: '2026-11-22T10:00:00', violations: [] };

type Response = readonly [status: number, body: unknown, revision?: number];

/** A scripted server, and its received calls. */
async function answerWith(
  respond: (request: IncomingMessage, before: readonly string[]) => Response,
): Promise<{ readonly url: string; readonly calls: readonly string[] }> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const [status, body, revision] = respond(request, calls);
    calls.push(`${request.method} ${request.headers['if-match'] ?? ''}`);
    const etag = revision === undefined ? {} : { etag: `"${revision}"` };
    response.writeHead(status, { 'content-type': 'application/json', ...etag }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v0-alpha`, calls };
}

/** Writes `a.json` with a bot of this server, from revision 7. @returns The text. */
function writeFileOf({ folder }: TestFolder, server: string, content: unknown): string {
  const head = { botwright: 1, server, bot: { id: 'a', name: 'A', channel_family: 'native' } };
  const text = JSON.stringify({ ...head, draft: { revision: 7, sha256: '' }, diagram: content });
  writeFileSync(join(folder, 'a.json'), text);
  return text;
}

describe('botwright pull', () => {
  it('[PU1][PU2][BF14] writes each draft into a file, and the same bytes again', async () => {
    const place = createPlace();
    const bots = [await place.create('Lead form'), await place.create('Booking')];
    await place.call('PUT', `/bots/${bots[0]?.id}/draft`, { diagram: diagram() });
    const { status, stdout, stderr } = place.bw('pull', '--to', 'bots');
    expect([status, stderr, stdout.split('\n').at(-2)]).toEqual([0, '', '2 files: 2 new.']);
    const file = place.fileOf(bots[0] as never);
    const text = readFileSync(join(place.folder, file), 'utf8');
    expect(JSON.parse(text)).toEqual({
      botwright: 1,
      server: place.url,
      bot: { id: bots[0]?.id, number: bots[0]?.number, name: 'Lead form', channel_family: 'native' },
      draft: { revision: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      diagram: ((await place.call('GET', `/bots/${bots[0]?.id}/draft`)).body as never)['data']['diagram'],
    });
    expect(text).toMatch(/^\{\n {2}"botwright": 1,\n[^\r]*\n\}\n$/);
    expect(place.bw('pull', '--to', 'bots')).toEqual({ status: 0, stdout: '2 files: 2 unchanged.\n', stderr: '' });
    place.bw('pull', '--to', 'again', String(bots[0]?.number), '--from', `${place.url}/`);
    expect(readdirSync(join(place.folder, 'again'))).toEqual([file.replace('bots/', '')]);
    expect(readFileSync(join(place.folder, file.replace('bots/', 'again/')), 'utf8')).toBe(text);
  });

  it('[PU3] preserves the file of a bot under any names of both', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    renameSync(join(place.folder, place.fileOf(bot)), join(place.folder, 'bots/mine.json'));
    await place.call('PATCH', `/bots/${bot.id}`, { name: 'Other' });
    expect(place.bw('pull', '--to', 'bots').stdout).toBe('updated bots/mine.json: revision 1\n1 file: 1 updated.\n');
    expect(place.read('bots/mine.json')['bot']).toMatchObject({ name: 'Other' });
    place.write('bots/copy.json', place.read('bots/mine.json'));
    expect(place.bw('pull', '--to', 'bots')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'botwright: bots/copy.json and bots/mine.json have the same bot.\n',
    });
    place.write('bots/copy.json', '{"diagram": ');
    expect(place.bw('pull', '--to', 'bots')).toMatchObject({
      status: 2,
      stderr: 'botwright: bots/copy.json:1:13: This is not JSON: a value is expected here.\n',
    });
    place.write('bots/copy.json', { diagram: diagram(), bot: { id: 7 } });
    expect(place.bw('pull', '--to', 'bots').stderr).toBe(
      'botwright: bots/copy.json: This was not written by "botwright pull": "id", "name" and "channel_family" of "bot" are texts.\n',
    );
    place.write('bots/copy.json', { botwright: 2, diagram: diagram() });
    expect(place.bw('pull', '--to', 'bots').stderr).toBe(
      'botwright: bots/copy.json: A newer botwright wrote this file: update this one.\n',
    );
  });

  it('[PU3] skips a folder with the name of a file', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    mkdirSync(join(place.folder, 'bots/old.json'), { recursive: true });
    expect(place.bw('pull', '--to', 'bots')).toMatchObject({ status: 0, stderr: '' });
    expect(place.read(place.fileOf(bot))['bot']).toMatchObject({ id: bot.id });
  });

  it('[PU4][PU5] leaves unpushed changes, unless --force is given', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(bot);
    edit(place, file, diagram('mine'));
    const left = {
      status: 1,
      stdout: '1 file: 1 left.\n',
      stderr: `left ${file}: changed here, and not pushed: push it, or pull with --force to lose that.\n`,
    };
    expect(place.bw('pull', '--to', 'bots')).toEqual(left);
    await place.call('PUT', `/bots/${bot.id}/draft`, { diagram: diagram('theirs') });
    expect(place.bw('pull', '--to', 'bots')).toEqual(left);
    expect(place.read(file).diagram.nodes.bye.params.text).toBe('mine');
    expect(place.bw('pull', '--to', 'bots', '--force').status).toBe(0);
    expect(place.read(file).diagram.nodes.bye.params.text).toBe('theirs');
  });

  it('[PU4] accepts a draft equal to the changed file', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    await place.call('PUT', `/bots/${bot.id}/draft`, { diagram: diagram() });
    const stored = ((await place.call('GET', `/bots/${bot.id}/draft`)).body as never)['data']['diagram'];
    edit(place, place.fileOf(bot), stored);
    expect(place.bw('pull', '--to', 'bots').stdout).toContain(': revision 2\n');
  });

  it('[PU6][BF15] writes versions once, and again for a new label', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    await place.call('PUT', `/bots/${bot.id}/draft`, { diagram: diagram() });
    await place.call('POST', `/bots/${bot.id}/versions`);
    expect(place.bw('pull', '--to', 'bots', '--versions').stdout).toContain('2 files: 2 new.\n');
    const folder = place.fileOf(bot).replace('.json', '.versions');
    const [name = ''] = readdirSync(join(place.folder, folder));
    const version = place.read(`${folder}/${name}`);
    expect(version).toEqual({
      botwright: 1,
      server: place.url,
      bot: { id: bot.id, number: bot.number, channel_family: 'native' },
      version: { id: name.replace('.json', ''), published_at: expect.any(String), published_by: 1 },
      diagram: expect.objectContaining({ nodes: expect.any(Object) }),
    });
    expect(place.bw('pull', '--to', 'bots', '--versions').stdout).toBe('2 files: 2 unchanged.\n');
    await place.call('PATCH', `/bots/${bot.id}/versions/${name.replace('.json', '')}`, { name: 'First' });
    expect(place.bw('pull', '--to', 'bots', '--versions').stdout).toContain(`updated ${folder}/${name}`);
    expect(place.read(`${folder}/${name}`)['version']).toMatchObject({ name: 'First' });
    expect(place.bw('push', folder)).toMatchObject({ status: 2, stderr: 'botwright: No bot was found there.\n' });
    expect(place.bw('push', `${folder}/${name}`)).toMatchObject({
      status: 2,
      stderr: `unreadable ${folder}/${name}: It has a version, and versions do not change.\n`,
    });
  });

  it('[PU15] continues after a missing bot', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    const { status, stdout, stderr } = place.bw('pull', '999', bot.id, '--to', 'bots');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^refused bot 999: .+\n$/)]);
    expect(stdout).toContain('2 files: 1 refused, 1 new.\n');
  });

  it('[PU16] waits when the server asks for fewer requests', async () => {
    const brand = { name: 'acme', plan: 'starter', workspaces: [1], tokens: [{ token: 'a'.repeat(16), person: 1 }] };
    const place = createTestFolder();
    const { line } = await place.serve('--config', place.writeConfig({ brands: [brand], rate_limits: { bots: 2 } }));
    for (const name of ['a', 'b']) {
      await callBots(line.bots_url, 'a'.repeat(16), 'POST', '/bots', { name, channel_family: 'native' });
    }
    const flags = ['--from', line.bots_url, '--token', 'a'.repeat(16), '--to', 'bots'];
    const { status, stdout, stderr } = runCommand(place.folder, ['pull', ...flags]);
    expect([status, stderr, stdout.split('\n').at(-2)]).toEqual([0, '', '2 files: 2 new.']);
  });
});

describe('botwright push', () => {
  it('[PU7][PU8] writes changes, and the file has the stored draft', async () => {
    const place = createPlace();
    const [lead, other] = [await place.create('Lead form'), await place.create('Other')];
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(lead);
    edit(place, file, diagram());
    expect(place.bw('push', 'bots')).toEqual({
      status: 0,
      stdout: `pushed ${file}: revision 2\n2 files: 1 unchanged, 1 pushed.\n`.replace(
        '1 unchanged, 1 pushed',
        file < place.fileOf(other) ? '1 pushed, 1 unchanged' : '1 unchanged, 1 pushed',
      ),
      stderr: '',
    });
    expect([await revisionOf(place, lead), await revisionOf(place, other)]).toEqual(['"2"', '"1"']);
    // The file has the server's additions: a pull changes nothing.
    expect(place.read(file).diagram.nodes.bye).toMatchObject({ isTarget: true });
    expect(place.bw('pull', '--to', 'bots').stdout).toBe('2 files: 2 unchanged.\n');
    expect(place.bw('push', 'bots').stdout).toBe('2 files: 2 unchanged.\n');
  });

  it('[PU7] uses the files of the project’s config', async () => {
    const place = createPlace();
    await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    expect(place.bw('push').stderr).toBe(
      'botwright: Say which files: files, globs or folders; or name "files" in botwright.config.json.\n',
    );
    place.write('botwright.config.json', { files: ['bots'] });
    expect(place.bw('push').stdout).toBe('1 file: 1 unchanged.\n');
    expect(place.bw('push', 'none').stderr).toBe('botwright: There is no file or folder "none".\n');
  });

  it('[PU9] overwrites nothing that changed on the server, unless --force is given', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(bot);
    edit(place, file, diagram('mine'));
    await place.call('PUT', `/bots/${bot.id}/draft`, { diagram: diagram('theirs') });
    const { status, stdout, stderr } = place.bw('push', 'bots');
    expect([status, stdout]).toEqual([1, '1 file: 1 not pushed.\n']);
    expect(stderr).toMatch(
      new RegExp(
        `^not pushed ${file}: The draft changed on the server: it has revision 2 of \\d{4}-[^ ]+, and the file is from ` +
          `revision 1\\. Pull it, or push with --force; "botwright diff" compares the file with ${bot.id}@draft\\.\n$`,
      ),
    );
    expect(await revisionOf(place, bot)).toBe('"2"');
    expect(place.read(file).diagram.nodes.bye.params.text).toBe('mine');
    expect(place.bw('push', 'bots', '--force').stdout).toContain(`pushed ${file}: revision 3\n`);
    expect(place.read(file)['draft']).toMatchObject({ revision: 3 });
  });

  it('[PU9] overwrites nothing that changes while it pushes', async () => {
    const place = createTestFolder();
    const { url, calls } = await answerWith(({ method }, before) => {
      if (method === 'PUT') return [412, { error: { code: 'draft_changed', message: 'The draft has changed.' } }];
      return [200, { data: emptyDraft }, before.length === 0 ? 7 : 8];
    });
    const text = writeFileOf(place, url, diagram());
    const pushed = place.run('push', 'a.json', '--to', url);
    expect(await pushed.ended).toBe(1);
    expect(pushed.stderr()).toContain('it has revision 8 of 2026-11-22T10:00:00, and the file is from revision 7.');
    expect(calls).toEqual(['GET ', 'PUT "7"', 'GET ']);
    expect(readFileSync(join(place.folder, 'a.json'), 'utf8')).toBe(text);
  });

  it('[PU10] creates bots for files that name none', async () => {
    const place = createPlace();
    mkdirSync(join(place.folder, 'bots'));
    place.write('bots/lead.json', diagram());
    place.write('bots/chat.json', { bot: { name: 'Chat', channel_family: 'apichat' }, diagram: diagram() });
    expect(place.bw('push', 'bots')).toEqual({
      status: 1,
      stdout: '2 files: 2 not pushed.\n',
      stderr: expect.stringContaining(
        'not pushed bots/lead.json: It names no bot: push it with --create to create one.\n',
      ),
    });
    const { status, stdout } = place.bw('push', 'bots', '--create');
    expect([status, stdout.split('\n').at(-2)]).toEqual([0, '2 files: 2 created.']);
    expect(place.read('bots/lead.json')['bot']).toMatchObject({ name: 'lead', channel_family: 'native' });
    expect(place.read('bots/chat.json')['bot']).toMatchObject({ name: 'Chat', channel_family: 'apichat' });
    expect(place.bw('push', 'bots', '--create').stdout).toBe('2 files: 2 unchanged.\n');
    expect((await place.call('GET', '/bots')).body).toMatchObject({ meta: { total: 2 } });
  });

  it('[PU10] creates no second bot after the diagram could not be written', async () => {
    const place = createPlace();
    const { nodes, ...others } = diagram();
    // The server takes 20,000 blocks.
    const many = Array.from({ length: 20_001 }, (_, at) => [`n${at}`, { id: `n${at}`, template: 'chat', params: {} }]);
    place.write('lead.json', { ...others, nodes: { ...nodes, ...Object.fromEntries(many) } });
    for (const _ of [1, 2]) {
      expect(place.bw('push', 'lead.json', '--create')).toMatchObject({ status: 1, stdout: '1 file: 1 not pushed.\n' });
    }
    expect((await place.call('GET', '/bots')).body).toMatchObject({ meta: { total: 1 } });
  });

  it('[PU8][PU10] changes nothing on the server if the file cannot be written', async () => {
    const place = createPlace();
    // The longest file name leaves no room for the name of a temporary file.
    const file = `${'x'.repeat(248)}.json`;
    place.write(file, diagram());
    expect(place.bw('push', file, '--create')).toMatchObject({ status: 1, stdout: '' });
    expect((await place.call('GET', '/bots')).body).toMatchObject({ meta: { total: 0 } });

    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    const pulled = place.read(place.fileOf(bot));
    place.write(file, { ...pulled, diagram: diagram() });
    const { status, stderr } = place.bw('push', file);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/cannot be written \(ENAMETOOLONG\)\.\n$/)]);
    expect(await revisionOf(place, bot)).toBe('"1"');
  });

  it('[PU12] shows broken rules at their places, and writes the draft', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(bot);
    edit(place, file, diagram(''));
    const { status, stdout } = place.bw('push', 'bots');
    const line = readFileSync(join(place.folder, file), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"text": ""'));
    expect([status, stdout]).toEqual([
      0,
      `pushed ${file}: revision 2; it cannot be published as it is\n` +
        `  ${file}:${line + 1}:11 error param_non_empty: Block "bye": "text" should not be empty, but is "".\n` +
        '1 file: 1 pushed.\n',
    ]);
  });
});

describe('botwright publish', () => {
  it('[PU11] publishes pushed drafts with a label, except live ones', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(bot);
    edit(place, file, diagram());
    expect(place.bw('publish', file)).toEqual({
      status: 1,
      stdout: '1 file: 1 not published.\n',
      stderr: `not published ${file}: The draft on the server says something else: push the file first.\n`,
    });
    place.bw('push', file);
    const { status, stdout } = place.bw('publish', file, '--label', ' abc123 ');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^published ${file}: revision 2 at \\S+\n1 file: 1 published\\.\n$`)),
    ]);
    const versions = async () => (await place.call('GET', `/bots/${bot.id}/versions`)).body;
    expect(await versions()).toMatchObject({ data: [{ name: 'abc123' }], meta: { total: 1 } });
    expect(place.bw('publish', file).stdout).toBe('1 file: 1 unchanged.\n');
    expect(place.bw('publish', file, '--force').status).toBe(0);
    expect(await versions()).toMatchObject({ meta: { total: 2 } });
    expect(place.bw('publish', file, '--label', ' ')).toMatchObject({
      status: 2,
      stderr: 'botwright: A label has 1 to 255 characters.\n',
    });
  });

  it('[PU11] gives no label to a version that somebody else published since', async () => {
    const place = createTestFolder();
    const { url, calls } = await answerWith(({ method = '', url: path = '' }, before) => {
      if (path.endsWith('/draft')) return [200, { data: emptyDraft }, 7];
      if (method === 'POST') return [201, { data: { published_at: '2026-11-22T10:00:00', published_by: 1 } }];
      const isPublished = before.some((call) => call.startsWith('POST'));
      if (!isPublished) return [404, { error: { code: 'version_not_found', message: 'There is none.' } }];
      return [200, { data: { id: 'b', published_at: '2026-11-22T10:00:01', published_by: 2, diagram: {} } }];
    });
    writeFileOf(place, url, emptyDraft.diagram);
    const published = place.run('publish', 'a.json', '--label', 'x', '--to', url);
    expect([await published.ended, published.stderr()]).toEqual([
      1,
      'published without label a.json: revision 7 at 2026-11-22T10:00:00\n  Somebody published since.\n',
    ]);
    expect(calls).toEqual(['GET ', 'GET ', 'GET ', 'POST "7"', 'GET ']);
  });

  it('[PU26] says how many conversations begin again, also with --dry-run', async () => {
    const place = createTestFolder();
    let waiting = { total: 1, is_exact: true };
    const { url } = await answerWith(({ method = '', url: path = '' }) => {
      if (path.endsWith('/draft')) return [200, { data: emptyDraft }, 7];
      if (path.endsWith('/draft/validate')) return [200, { data: { violations: [] } }];
      if (path.endsWith('/versions/preview')) return [200, { data: { waiting } }];
      if (path.endsWith('/versions/latest')) return [404, { error: { code: 'version_not_found', message: 'None.' } }];
      if (method === 'POST') return [201, { data: { published_at: '2026-11-22T10:00:00', published_by: 1 } }];
      return [200, { data: { id: 'a', number: 1, name: 'A', channel_family: 'native', state: 'active' } }];
    });
    writeFileOf(place, url, emptyDraft.diagram);
    const printed = async (...flags: readonly string[]) => {
      const run = place.run('publish', 'a.json', ...flags, '--to', url);
      return [await run.ended, run.stdout().split('\n')[1]];
    };
    const rest = 'at blocks that it removes or gives another type: the next message begins again.';
    expect(await printed('--dry-run')).toEqual([0, `  1 conversation waits ${rest}`]);
    waiting = { total: 1_000, is_exact: false };
    expect(await printed()).toEqual([0, `  1,000 or more conversations wait ${rest}`]);
    waiting = { total: 0, is_exact: true };
    expect(await printed()).toEqual([0, '1 file: 1 published.']);
  });

  it('[PU27] lets conversations finish on their version', async () => {
    const place = createTestFolder();
    const bodies: string[] = [];
    const noneWaiting = { total: 0, is_exact: true };
    const { url } = await answerWith((request) => {
      const { method = '', url: path = '' } = request;
      if (path.endsWith('/draft')) return [200, { data: emptyDraft }, 7];
      if (path.endsWith('/versions/preview?policy=finish')) return [200, { data: { waiting: noneWaiting } }];
      if (path.endsWith('/versions/latest')) return [404, { error: { code: 'version_not_found', message: 'None.' } }];
      if (method === 'POST') {
        request.on('data', (body) => bodies.push(String(body)));
        return [201, { data: { published_at: '2026-11-22T10:00:00', published_by: 1 } }];
      }
      return [200, { data: { id: 'a', number: 1, name: 'A', channel_family: 'native', state: 'active' } }];
    });
    writeFileOf(place, url, emptyDraft.diagram);
    const publish = (...flags: readonly string[]) => place.run('publish', 'a.json', ...flags, '--to', url).ended;
    expect(await publish('--policy', 'finish', '--days', '3')).toBe(0);
    await expect.poll(() => bodies).toEqual([JSON.stringify({ policy: 'finish', days: 3 })]);
    for (const flags of [
      ['--policy', 'wait'],
      ['--days', '3'],
      ['--policy', 'finish', '--days', '31'],
    ]) {
      expect(await publish(...flags)).toBe(2);
    }
    expect(bodies).toHaveLength(1);
  });

  it('[PU12][PU15] shows problems at their places, and publishes the others', async () => {
    const place = createPlace();
    const [broken, whole] = [await place.create('Broken'), await place.create('Whole')];
    place.bw('pull', '--to', 'bots');
    edit(place, place.fileOf(broken), diagram(''));
    edit(place, place.fileOf(whole), diagram());
    place.bw('push', 'bots');
    const { status, stdout, stderr } = place.bw('publish', 'bots');
    const file = place.fileOf(broken);
    const line = readFileSync(join(place.folder, file), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"text": ""'));
    expect(status).toBe(1);
    expect(stderr).toBe(
      `not published ${file}: The draft breaks rules and cannot go out.\n` +
        `  ${file}:${line + 1}:11 error param_non_empty: Block "bye": "text" should not be empty, but is "".\n`,
    );
    expect(stdout).toMatch(new RegExp(`^published ${place.fileOf(whole)}: `));
    place.write('bots/text.json', '{"nodes": ');
    expect(place.bw('publish', 'bots')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unreadable bots/text.json:1:11: This is not JSON: a value is expected here.\n'),
    });
  });
});

describe('all three', () => {
  it('[PU13] change nothing with --dry-run, and print the changes', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    expect(place.bw('pull', '--to', 'bots', '--dry-run').stdout).toMatch(
      /^new bots\/lead-form-\S+: revision 1\n1 file: 1 new\.\n$/,
    );
    expect(readdirSync(place.folder)).not.toContain('bots');
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(bot);
    edit(place, file, diagram());
    place.write('new.json', diagram());
    const texts = () => [file, 'new.json'].map((name) => readFileSync(join(place.folder, name), 'utf8'));
    const before = texts();
    expect(place.bw('push', file, 'new.json', '--create', '--dry-run').stdout).toContain(
      '1 would push, 1 would create.\n',
    );
    expect([texts(), await revisionOf(place, bot)]).toEqual([before, '"1"']);
    place.bw('push', file);
    expect(place.bw('publish', file, '--dry-run').stdout).toBe(`would publish ${file}\n1 file: 1 would publish.\n`);
    edit(place, file, diagram(''));
    place.bw('push', file);
    expect(place.bw('publish', file, '--dry-run')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`not published ${file}: The draft breaks rules.\n  ${file}:`),
    });
    expect((await place.call('GET', `/bots/${bot.id}/versions`)).body).toMatchObject({ meta: { total: 0 } });
  });

  it('[PU14] send the token to no address that a file names', async () => {
    const place = createPlace();
    const bot = await place.create('Lead form');
    place.bw('pull', '--to', 'bots');
    const file = place.fileOf(bot);
    place.write(file, { ...place.read(file), server: 'http://127.0.0.1:9/v0-alpha' });
    for (const [command, what] of [
      ['push', 'not pushed'],
      ['publish', 'not published'],
    ] as const) {
      expect(place.bw(command, file)).toEqual({
        status: 1,
        stdout: `1 file: 1 ${what}.\n`,
        stderr: `${what} ${file}: It is of another server, http://127.0.0.1:9/v0-alpha.\n`,
      });
    }
    const run = (...args: readonly string[]) => runCommand(place.folder, args);
    expect(run('push', file)).toMatchObject({
      status: 2,
      stderr: 'botwright: Say where the Bots API is: --to https://bots.example.com/v0-alpha, or BOTWRIGHT_URL.\n',
    });
    expect(run('pull', '--to', 'x', '--from', 'bots.example.com')).toMatchObject({
      status: 2,
      stderr: 'botwright: --from is the address of a Bots API, such as https://bots.example.com/v0-alpha.\n',
    });
  });

  it('[PU14][PU15] end with one line if the server cannot be used', async () => {
    const place = createPlace();
    const { origin } = new URL(place.url);
    const run = (...args: readonly string[]) => {
      const { status, stdout, stderr } = runCommand(place.folder, ['pull', '--to', 'bots', ...args]);
      return [status, stdout, stderr];
    };
    const none = `botwright: ${origin} needs an agent token: set BOTWRIGHT_TOKEN, or give --token.\n`;
    expect(run('--from', place.url)).toEqual([1, '', none]);
    const wrong = `botwright: ${origin} does not accept the token.\n`;
    expect(run('--from', place.url, '--token', 'not-a-token-of-it')).toEqual([1, '', wrong]);
    const elsewhere = `botwright: ${origin}/bots: There is nothing at this path. The address of the Bots API ends as in /v0-alpha.\n`;
    expect(run('--from', origin, '--token', place.token)).toEqual([1, '', elsewhere]);
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const away = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((resolve) => closed.close(resolve));
    expect(run('--from', place.url, '--token', place.token, '..')).toEqual([
      2,
      '',
      'botwright: ".." is not a uuid or number of a bot.\n',
    ]);
    const unreachable = `botwright: GET ${away}/v0-alpha/bots: It cannot be reached (ECONNREFUSED).\n`;
    expect(run('--from', `${away}/v0-alpha`)).toEqual([1, '', unreachable]);
  });

  it('[PU17] load neither server nor store', async () => {
    const place = createPlace();
    await place.create('Lead form');
    const flags = ['--token', place.token];
    for (const args of [
      ['pull', '--to', 'bots', '--from', place.url],
      ['push', 'bots', '--to', place.url],
      ['publish', 'bots', '--to', place.url],
    ]) {
      const loaded = modulesLoadedBy(place.folder, [...args, ...flags]);
      expect(loaded.some((url) => url.includes(`/cli/src/${args[0]}/${args[0]}.ts`))).toBe(true);
      expect(loaded.filter((url) => serverModules.test(url))).toEqual([]);
    }
  });
});

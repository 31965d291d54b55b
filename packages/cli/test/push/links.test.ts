import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { callBots } from '../support/call-bots.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestFolder } from '../support/test-folder.ts';

interface Made {
  readonly id: string;
  readonly number: number;
}

/** A bot whose buttons jump to other bots. */
function jumping(links: Readonly<Record<string, JsonObject>>) {
  const names = Object.keys(links);
  const node = (id: string, template: string, params: JsonObject) => ({ id, template, params });
  return {
    nodes: {
      hidden: node('hidden', 'hidden', {}),
      welcome: node('welcome', 'buttons', {
        text: 'Where?',
        buttons: ['end', ...names].map((id) => ({ id, label: id })),
        version: 3,
      }),
      end: node('end', 'chat', { text: 'Bye!' }),
      ...Object.fromEntries(names.map((id) => [id, node(id, 'bot_link', links[id] as JsonObject)])),
    },
    connections: Object.fromEntries(
      ['end', ...names].map((to) => {
        const id = `welcome.$${to}--${to}`;
        return [id, { id, type: `$${to}`, sourcePath: 'welcome', targetPath: to }];
      }),
    ),
  };
}

async function startServer() {
  const folder = createTestFolder();
  const { line } = await folder.serve();
  const token = line.tokens?.agent ?? '';
  const url = line.bots_url;
  const call = (method: string, path: string, body?: unknown) => callBots(url, token, method, path, body);
  return {
    url,
    folder: folder.folder,
    create: async (name: string, diagram?: unknown): Promise<Made> => {
      const { data } = (await call('POST', '/bots', { name, channel_family: 'native' })).body as { data: Made };
      if (diagram !== undefined) expect((await call('PUT', `/bots/${data.id}/draft`, { diagram })).status).toBe(200);
      return data;
    },
    put: (id: string, diagram: unknown) => call('PUT', `/bots/${id}/draft`, { diagram }),
    bots: async () => ((await call('GET', '/bots?page_size=100')).body as { data: (Made & { name: string })[] }).data,
    linkOf: async (id: string, block: string) => {
      const { data } = (await call('GET', `/bots/${id}/draft`)).body as {
        data: { diagram: { nodes: Record<string, { params: JsonObject }> } };
      };
      return data.diagram.nodes[block]?.params;
    },
    run: (cwd: string, ...args: readonly string[]) =>
      runCommand(cwd, args, { env: { BOTWRIGHT_URL: url, BOTWRIGHT_TOKEN: token } }),
  };
}

type File = { server?: string; bot: JsonObject; draft?: JsonObject; links?: JsonObject; diagram: JsonObject };

const filesIn = (folder: string): readonly string[] => readdirSync(folder).map((name) => join(folder, name));
const read = (file: string): File => JSON.parse(readFileSync(file, 'utf8')) as File;
const named = (folder: string, name: string): string =>
  filesIn(folder).find((file) => read(file).bot['name'] === name) as string;

/** Removes a file's link to a server, like a user who moves it to another one. */
function release(file: string): void {
  const { server: _server, draft: _draft, bot, ...rest } = read(file);
  const { id: _id, ...others } = bot;
  writeFileSync(file, JSON.stringify({ ...rest, bot: others }));
}

/** Files of one server's bots that link to one another, themselves and a bot without a file. */
async function pulled() {
  const first = await startServer();
  const shop = await first.create('Shop');
  const left = await first.create('Left behind', jumping({}));
  const lead = await first.create('Lead', jumping({}));
  await first.put(lead.id, jumping({ shop: { bot: shop.id, node: 'end' }, self: { bot: lead.number, node: 'end' } }));
  await first.put(shop.id, jumping({ back: { bot: lead.number } }));
  const bots = join(first.folder, 'bots');
  expect(first.run(first.folder, 'pull', '--to', 'bots').status).toBe(0);
  return { first, shop, left, lead, bots };
}

it('[BF18] a pulled file says which bots its numbers mean', async () => {
  const { shop, lead, bots } = await pulled();
  expect(read(named(bots, 'Lead'))).toMatchObject({
    bot: { id: lead.id, number: lead.number, name: 'Lead', channel_family: 'native' },
    links: { [shop.number]: { id: shop.id, name: 'Shop', channel_family: 'native' } },
  });
  expect(Object.keys(read(named(bots, 'Lead')).links ?? {})).toEqual([String(shop.number)]);
  expect(read(named(bots, 'Left behind')).links).toBeUndefined();
}, 120_000);

it('[PU18] bots pushed to another server link to one another there', async () => {
  const { shop, lead, bots } = await pulled();
  const second = await startServer();
  // The numbers of the first server mean unrelated bots on the second one.
  for (let nth = 0; nth < 5; nth += 1) await second.create(`Stranger ${nth}`);
  const [leadFile, shopFile] = [named(bots, 'Lead'), named(bots, 'Shop')];
  for (const file of [leadFile, shopFile]) release(file);

  const alone = second.run(bots, 'push', leadFile, '--create');
  expect([alone.status, alone.stdout]).toEqual([1, '1 file: 1 not pushed.\n']);
  expect(alone.stderr).toContain(`links to bot ${shop.number}, "Shop", of another server`);
  expect(await second.bots()).toHaveLength(5);

  expect(second.run(bots, 'push', leadFile, shopFile, '--create', '--dry-run').stdout).toContain('2 would create');
  const both = second.run(bots, 'push', leadFile, shopFile, '--create');
  expect([both.status, both.stderr]).toEqual([0, '']);
  const there = await second.bots();
  const [newLead, newShop] = ['Lead', 'Shop'].map((name) => there.find((bot) => bot.name === name) as Made) as [
    Made,
    Made,
  ];
  expect(await second.linkOf(newLead.id, 'shop')).toMatchObject({
    bot: newShop.number,
    bot_number: newShop.number,
    bot_name: 'Shop',
  });
  expect(await second.linkOf(newLead.id, 'self')).toEqual({ bot: newLead.number, node: 'end' });
  expect(await second.linkOf(newShop.id, 'back')).toEqual({ bot: newLead.number });
  expect([newLead.number, newShop.number]).not.toContain(lead.number);

  // The files now belong to the second server.
  expect(read(leadFile)).toMatchObject({
    server: second.url,
    bot: { id: newLead.id, number: newLead.number },
    links: { [newShop.number]: { id: newShop.id, name: 'Shop' } },
  });
  expect(second.run(bots, 'push', leadFile, shopFile).stdout).toBe('2 files: 2 unchanged.\n');
  expect(second.run(bots, 'publish', shopFile, leadFile).status).toBe(0);
}, 120_000);

it('[PU18][BO46] a file without its id becomes a bot that links to itself, also on its original server', async () => {
  const { first, shop, bots } = await pulled();
  const file = named(bots, 'Lead');
  const { bot, ...rest } = read(file);
  writeFileSync(
    file,
    JSON.stringify({ ...rest, bot: { number: bot['number'], name: 'Copy', channel_family: 'native' } }),
  );
  expect(first.run(bots, 'push', file, '--create').status).toBe(0);
  const copy = (await first.bots()).find(({ name }) => name === 'Copy') as Made;
  expect(await first.linkOf(copy.id, 'self')).toEqual({ bot: copy.number, node: 'end' });
  expect(await first.linkOf(copy.id, 'shop')).toMatchObject({ bot: shop.number, bot_name: 'Shop' });
}, 120_000);

it('[PU20] a file whose number means another bot on the server is not published', async () => {
  const { first, lead, shop, left, bots } = await pulled();
  const file = named(bots, 'Lead');
  const content = read(file);
  writeFileSync(file, JSON.stringify({ ...content, links: { [shop.number]: { id: left.id, name: 'Left behind' } } }));
  const { status, stderr } = first.run(bots, 'publish', file);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`It links to bot ${shop.number}, "Left behind"`)]);
  // A push gives the link the number of the intended bot.
  expect(first.run(bots, 'push', file).status).toBe(0);
  expect(await first.linkOf(lead.id, 'shop')).toMatchObject({ bot: left.number });
  expect(first.run(bots, 'publish', file).status).toBe(0);
}, 120_000);

it('[PU19] an unknown uuid is refused with the name of the block before anything is written', async () => {
  const { url, folder, bots, run, linkOf, create } = await startServer();
  const shop = await create('Shop');
  const count = (await bots()).length;
  const absent = '0190aaaa-0000-7000-8000-00000000beef';
  const file = join(folder, 'lost.json');
  const write = (bot: string) => {
    const head = { bot: { name: 'Lost', channel_family: 'native' }, diagram: jumping({ 'to shop': { bot } }) };
    writeFileSync(file, JSON.stringify(head));
  };
  write(absent);
  const lost = `not pushed lost.json: Block "to shop" links to bot ${absent}, which is not on ${url}.\n`;
  for (const more of [[], ['--dry-run']]) {
    const { status, stderr } = run(folder, 'push', 'lost.json', '--create', ...more);
    expect([status, stderr]).toEqual([1, lost]);
  }
  expect(await bots()).toHaveLength(count);

  write(shop.id.toUpperCase());
  expect(run(folder, 'push', 'lost.json', '--create').status).toBe(0);
  const { id } = (await bots()).find(({ name }) => name === 'Lost') as Made;
  expect(await linkOf(id, 'to shop')).toMatchObject({ bot: shop.number, bot_name: 'Shop' });
  const pushed = read(file);
  writeFileSync(file, JSON.stringify({ ...pushed, diagram: jumping({ other: { bot: absent } }) }));
  expect(run(folder, 'push', 'lost.json').stderr).toBe(lost.replace('to shop', 'other'));
}, 120_000);

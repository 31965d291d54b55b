import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callToken } from './support/call-token.ts';
import { createTestFolder, type TestFolder } from './support/test-folder.ts';

const a = { id: 'a', key: Buffer.alloc(32, 1).toString('base64') };
const b = { id: 'b', key: Buffer.alloc(32, 2).toString('base64') };
const token = 'agent-token-of-acme-01';
const url = 'https://crm.example.com/hooks/a-long-secret';

type Keys = readonly { readonly id: string; readonly key: string }[];

/** A server that is stopped and restarted with other keys. */
function rotating(): TestFolder & { config(keys: Keys, brands?: readonly unknown[]): string } {
  const folder = createTestFolder();
  const channels = [
    { type: 'native', name: 'Web' },
    { type: 'apichat', name: 'Chat', token: 'channel-token-of-acme', webhook_url: url },
  ];
  const acme = { name: 'acme', plan: 'professional', workspaces: [1], tokens: [{ token, person: 7 }], channels };
  return {
    ...folder,
    config: (keys, brands = [acme]) => folder.writeConfig({ ...(keys.length > 0 && { secret_keys: keys }), brands }),
  };
}

async function hooksOf(base: string): Promise<string> {
  const { body } = await callToken(`${base}channels/`, token);
  const { channels } = body as { readonly channels: readonly { readonly id: number }[] };
  return `${base}channels/${channels[0]?.id}/message_hooks/`;
}

/** Makes a hook with a secret. */
async function makeHook(base: string): Promise<void> {
  expect((await callToken(await hooksOf(base), token, { url, token: 'a-hook-token' })).status).toBe(201);
}

it('[SV43] keys are rotated: first with the new one before the old one, then with only the new one', {
  timeout: 120_000,
}, async () => {
  const { serve, stop, config } = rotating();
  const first = await serve('--config', config([a]));
  await makeHook(first.line.platform_url);
  await stop(first.server);

  const second = await serve('--config', config([b, a]));
  await stop(second.server);
  const said = second.server.logs().filter(({ first: key }) => key !== undefined);
  expect(said).toMatchObject([{ level: 'info', first: 'b', others: ['a'], rotated: 3 }]);
  const inADay = Date.now() + 24 * 60 * 60 * 1_000;
  expect(Math.abs(Date.parse(String(said[0]?.['after'])) - inADay)).toBeLessThan(60_000);

  const third = await serve('--config', config([b]));
  const { body } = await callToken(await hooksOf(third.line.platform_url), token);
  expect(body).toMatchObject({ hooks: [{ url, token: 'a-hook-token' }] });
  await stop(third.server);
  expect(third.server.logs().filter(({ first: key }) => key !== undefined)).toEqual([]);
});

it('[SV44] a folder with a secret that no key decrypts is refused in one line, even after its brand was removed', {
  timeout: 120_000,
}, async () => {
  const { serve, stop, run, data, config } = rotating();
  const { server, line } = await serve('--config', config([a]));
  await makeHook(line.platform_url);
  await stop(server);

  for (const file of [config([b]), config([b], [])]) {
    const refused = run('serve', '--port', '0', '--chat-port', '0', '--data', data, '--config', file);
    expect(await refused.ended).toBe(1);
    expect([refused.stdout(), refused.stderr()]).toEqual([
      '',
      `botwright: The data folder ${data} holds 3 secrets that no key opens. A secret was encrypted with the key "a", which is not given.\n`,
    ]);
  }
});

it('[SV44] unknown keys are refused, even while nothing is encrypted', {
  timeout: 120_000,
}, async () => {
  const { serve, stop, run, data, config } = rotating();
  const { server } = await serve('--config', config([a], []));
  await stop(server);
  rmSync(join(data, 'secret-keys.json'), { force: true });
  const refused = run('serve', '--port', '0', '--chat-port', '0', '--data', data, '--config', config([b], []));
  expect(await refused.ended).toBe(1);
  expect([refused.stdout(), refused.stderr()]).toEqual([
    '',
    `botwright: The data folder ${data} was opened with other secret keys before.\n`,
  ]);
});

it('[SV43] a key in the config replaces the key of the folder', { timeout: 120_000 }, async () => {
  const { serve, stop, data, config } = rotating();
  // Without keys in the config, the first start makes one in the folder.
  const first = await serve('--config', config([]));
  await makeHook(first.line.platform_url);
  await stop(first.server);

  const second = await serve('--config', config([b]));
  await stop(second.server);
  expect(second.server.logs()).toContainEqual(expect.objectContaining({ first: 'b', others: ['first'], rotated: 3 }));

  rmSync(join(data, 'secret-keys.json'));
  const third = await serve('--config', config([b]));
  expect((await callToken(await hooksOf(third.line.platform_url), token)).status).toBe(200);
});

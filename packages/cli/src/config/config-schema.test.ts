import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInput } from '@botwright/core/inputs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandFailure } from '../command-failure.ts';
import { configSchema } from './config-schema.ts';
import { readConfigFile } from './read-config-file.ts';

const readConfig = (file: string) => readConfigFile(file, configSchema);

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-config-'));
  file = join(folder, 'config.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

const token = 'a-token-of-24-characters';
const brand = { name: 'acme', plan: 'starter', workspaces: [1, 2], tokens: [{ token, person: 7 }] };

function withChannels(...channels: readonly object[]): object {
  return { ...brand, channels };
}

async function refusalOf(text: string): Promise<{ readonly exitCode: number; readonly lines: readonly string[] }> {
  writeFileSync(file, text);
  try {
    await readConfig(file);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { exitCode: error.exitCode, lines: error.message.replaceAll(file, 'FILE').split('\n') };
  }
  throw new Error('The file was accepted.');
}

describe('files', () => {
  it('[CF1] the error for a missing file names it', async () => {
    await expect(readConfig(join(folder, 'none.json'))).rejects.toMatchObject({
      exitCode: 2,
      message: `The config file ${join(folder, 'none.json')} cannot be read (ENOENT).`,
    });
  });

  it.for([
    ['', 'The config file FILE is not JSON (line 1 column 1).'],
    ['{"brands": [', 'The config file FILE is not JSON (line 1 column 13).'],
    ['{"brands": [],\n "x" 1}', 'The config file FILE is not JSON (line 2 column 6).'],
  ])('[CF1] %j is refused in one line', async ([text = '', line = '']) => {
    expect(await refusalOf(text)).toEqual({ exitCode: 2, lines: [line] });
  });

  it('[CF1][CF8] the error for invalid JSON shows none of it', async () => {
    const { lines } = await refusalOf(`{"token": "${token}" "person": 1}`);
    expect(lines.join()).not.toContain(token.slice(0, 8));
  });

  it('[CF2] all faults are reported together', async () => {
    const text = JSON.stringify({
      rate_limits: { bots: -1 },
      colour: 'red',
      brands: [{ ...brand, plan: 'gold', tokens: [{ token: 'short' }] }],
    });
    expect(await refusalOf(text)).toEqual({
      exitCode: 2,
      lines: [
        'The config file FILE cannot be used:',
        '  colour: It is not described.',
        '  rate_limits.bots: Expected an integer from 0.',
        '  brands[0].plan: Expected one of sandbox, starter, professional, business.',
        '  brands[0].tokens[0].person: It is required.',
        '  brands[0].tokens[0].token: Expected at least 16 characters.',
      ],
    });
  });
});

describe('members', () => {
  it.for([
    ['yes', 'Expected an object.', ''],
    [{}, 'It is required.', '.days'],
    [{ days: 0 }, 'Expected an integer from 1 to 3650.', '.days'],
    [{ days: 1, redacted: {} }, 'It is not described. Did you mean redact?', '.redacted'],
    [{ days: 1, redact: { field: ['a'] } }, 'It is not described. Did you mean fields?', '.redact.field'],
    [{ days: 1, redact: { fields: 'email' } }, 'Expected a list of texts.', '.redact.fields'],
    [{ days: 1, redact: { fields: ['a', 7] } }, 'Expected a text.', '.redact.fields[1]'],
    [{ days: 1, redact: { fields: [''] } }, 'It is empty.', '.redact.fields[0]'],
    [
      { days: 1, redact: { fields: ['@{email}'] } },
      'Expected the name of a Field, such as email, whose value is @{email}.',
      '.redact.fields[0]',
    ],
    [
      { days: 1, redact: { fields: [' '] } },
      'Expected the name of a Field, such as email, whose value is @{email}.',
      '.redact.fields[0]',
    ],
    [{ days: 1, redact: { fields: ['a', 'b', 'a'] } }, 'A name is in the list twice.', '.redact.fields'],
    [{ days: 1, redact: { fields: ['a'.repeat(256)] } }, 'It has more than 255 characters.', '.redact.fields[0]'],
    [{ days: 1, redact: { blocks: ['a'.repeat(501)] } }, 'It has more than 500 characters.', '.redact.blocks[0]'],
    [
      { days: 1, redact: { blocks: Array.from({ length: 1001 }, (_, at) => `b${at}`) } },
      'Expected at most 1000 names.',
      '.redact.blocks',
    ],
  ] as const)('[JR27] the journal %j is refused: %s', async ([journal, message, place]) => {
    expect((await refusalOf(JSON.stringify({ journal }))).lines).toEqual([
      'The config file FILE cannot be used:',
      `  journal${place}: ${message}`,
    ]);
  });

  it('[CF2] faults of members, of a whole brand and between brands are reported together', async () => {
    const brands = [
      {
        ...brand,
        name: 'n'.repeat(101),
        workspaces: [],
        tokens: [{ token: 'short', person: 1, workspaces: [9] }],
        agents: [{ id: 1, name: 'Ann', email: 'nobody' }],
        unknwon: 1,
      },
      { ...withChannels({ type: 'apichat', name: 'Messenger', workspace: 1, webhook_url: 'nowhere' }), name: 'beta' },
      {
        ...brand,
        name: 'beta',
        tokens: [],
        connected_accounts: [{ kind: 'spreadsheets', id: 'a', name: 'A', scheduling_url: 'https://a.test' }],
      },
    ];
    const { exitCode, lines } = await refusalOf(JSON.stringify({ brands }));
    expect(exitCode).toBe(2);
    const paths = lines.map((line) => /brands\[\d\][\w.[\]]*/.exec(line)?.[0]).filter((path) => path !== undefined);
    expect(paths.toSorted()).toEqual([
      'brands[0].agents[0].email',
      'brands[0].name',
      'brands[0].tokens[0].token',
      'brands[0].tokens[0].workspaces',
      'brands[0].unknwon',
      'brands[0].workspaces',
      'brands[1].channels[0].webhook_url',
      'brands[2].connected_accounts[0].scheduling_url',
      'brands[2].name',
    ]);
  });

  it('[CF2] a brand with a member of a wrong type does not hide the faults of another', async () => {
    const brands = [
      { ...brand, plan: 7 },
      { ...brand, name: 'beta', workspaces: [] },
    ];
    const { lines } = await refusalOf(JSON.stringify({ brands }));
    expect(lines.join()).toContain('brands[0].plan');
    expect(lines.join()).toContain('brands[1].workspaces');
  });

  it('[CF4][CF5][CF6][CF7][CF15][CF16][CF17][CF18][CF19][CF20][CF21][CF23][CF29] a file with all of them is read as written', async () => {
    const config = {
      public_urls: {
        bots: 'https://bots.example.com/v0-alpha',
        platform: 'https://bots.example.com/v1/',
        chat: 'https://chat.example.com/v1/',
      },
      secret_keys: [{ id: 'a', key: Buffer.alloc(32, 7).toString('base64') }],
      user_agent_brand: 'acme-bots',
      allow_private_targets: true,
      rate_limits: { bots: 0, platform: 5, apichat: 0 },
      extensions: { discardDraft: true, draftRevisions: false, duplicateBot: true },
      retry_scale: 0.02,
      development_providers: false,
      channel_families: [{ name: 'apichat', can: { rich_text: 'messenger', buttons: { most: 3, label: 20 } } }],
      visitor_limits: { beginnings: 100, streams_in_all: 5, max_visitors: 7, visitor_life_ms: 60_000 },
      brands: [
        {
          ...brand,
          tokens: [{ token, person: 7, permissions: ['view_bots'], workspaces: [2] }],
          agents: [{ id: 9, name: 'Ada', email: 'ada@example.com' }],
          channels: [
            { type: 'native', name: 'Website', workspace: 2 },
            {
              type: 'apichat',
              name: 'Messenger',
              workspace: 1,
              token: `${token}-2`,
              webhook_url: 'http://127.0.0.1:9/',
            },
          ],
          connected_accounts: [
            { kind: 'spreadsheets', id: 'a', name: 'Ada', person: 7 },
            { kind: 'scheduler', id: 'a', name: 'Ada', scheduling_url: 'https://book.example.com/ada' },
          ],
        },
      ],
    };
    writeFileSync(file, JSON.stringify(config));
    const [website, messenger] = config.brands[0]?.channels ?? [];
    const [sheets, calendar] = config.brands[0]?.connected_accounts ?? [];
    const { webhook_url: webhookUrl, ...chat } = messenger ?? {};
    const { scheduling_url: schedulingUrl, ...scheduler } = calendar ?? {};
    const { connected_accounts: _, ...acme } = config.brands[0] ?? {};
    const channels = [website, { ...chat, webhookUrl }];
    const connectedAccounts = [sheets, { ...scheduler, schedulingUrl }];
    expect(await readConfig(file)).toEqual({
      ...config,
      visitor_limits: { beginnings: 100, streamsInAll: 5, maxVisitors: 7, visitorLifeMs: 60_000 },
      brands: [{ ...acme, channels, connectedAccounts }],
    });
  });

  it('[CF14] a file with none of them is read too', async () => {
    writeFileSync(file, '{}');
    expect(await readConfig(file)).toEqual({});
  });

  it.for<readonly [string, unknown, string]>([
    ['[CF3] an unknown member', { platform: {} }, 'platform: It is not described.'],
    [
      '[CF3] an unknown member of a brand',
      { brands: [{ ...brand, colour: 'red' }] },
      'brands[0].colour: It is not described.',
    ],
    [
      '[CF3] a name of the library that the file has otherwise',
      { brands: [withChannels({ type: 'apichat', name: 'A', workspace: 1, webhookUrl: 'https://a.example/' })] },
      'brands[0].channels[0].webhookUrl: It is not described. Did you mean webhook_url?',
    ],
    ['[CF3] a hostile key', JSON.parse('{"__proto__": {}}'), '__proto__: It is not described.'],
    ['[CF2] a list as the whole', [], 'the whole: Expected an object.'],
    [
      '[CF4] a base without scheme',
      { public_urls: { bots: 'bots.example.com' } },
      'public_urls.bots: Expected an http or https URL that ends with /v0-alpha, with no query.',
    ],
    [
      '[CF4] a base with a slash at its end',
      { public_urls: { bots: 'https://a.example/v0-alpha/' } },
      'public_urls.bots: Expected an http or https URL that ends with /v0-alpha, with no query.',
    ],
    [
      '[CF4] a base with a query',
      { public_urls: { bots: 'https://a.example/v0-alpha?a=1' } },
      'public_urls.bots: Expected an http or https URL that ends with /v0-alpha, with no query.',
    ],
    ['[CF5] a rate as text', { rate_limits: { bots: '5' } }, 'rate_limits.bots: Expected an integer from 0.'],
    [
      '[CF6] an extension as a number',
      { extensions: { discardDraft: 1 } },
      'extensions.discardDraft: Expected true or false.',
    ],
    [
      '[CF7] a brand without workspaces',
      { brands: [{ ...brand, workspaces: [] }] },
      'brands[0].workspaces: Expected one workspace at least.',
    ],
    [
      '[CF7] a workspace that is no whole number',
      { brands: [{ ...brand, workspaces: [1.5] }] },
      'brands[0].workspaces[0]: Expected an integer from 1.',
    ],
    [
      '[CF7] a name that no store keeps',
      { brands: [{ ...brand, name: 'ac\u0000me' }] },
      'brands[0].name: It has a character that cannot be stored: U+0000, or half of one.',
    ],
    [
      '[CF7] a name with a lone surrogate',
      JSON.parse('{"brands": [{"name": "ac\\ud800me", "plan": "starter", "workspaces": [1], "tokens": []}]}'),
      'brands[0].name: It has a character that cannot be stored: U+0000, or half of one.',
    ],
    ['[CF5] half a request', { rate_limits: { bots: 0.5 } }, 'rate_limits.bots: Expected an integer from 0.'],
    ['[CF7] an empty name', { brands: [{ ...brand, name: '' }] }, 'brands[0].name: It is empty.'],
    [
      '[CF7] an unknown permission',
      { brands: [{ ...brand, tokens: [{ token, person: 1, permissions: ['fly'] }] }] },
      'brands[0].tokens[0].permissions[0]: Expected one of view_bots, edit_bots, view_integrations, edit_integrations.',
    ],
    [
      '[CF8] a token of 15 characters',
      { brands: [{ ...brand, tokens: [{ token: 'fifteen-letters', person: 1 }] }] },
      'brands[0].tokens[0].token: Expected at least 16 characters.',
    ],
    [
      '[CF8] a token with spaces',
      { brands: [{ ...brand, tokens: [{ token: 'sixteen letters and a space', person: 1 }] }] },
      'brands[0].tokens[0].token: Expected visible ASCII characters.',
    ],
    [
      '[CF9] two brands of one name',
      { brands: [brand, { ...brand, tokens: [] }] },
      'brands[1].name: Another brand has this name.',
    ],
    [
      '[CF9] one token in two brands',
      { brands: [brand, { ...brand, name: 'other' }] },
      'brands[1].tokens[0].token: This token is given twice.',
    ],
    [
      '[CF9] one token for an agent and a channel',
      { brands: [withChannels({ type: 'apichat', name: 'A', workspace: 1, token })] },
      'brands[0].channels[0].token: This token is given twice.',
    ],
    [
      '[CF15] a base of the Platform API without a slash at its end',
      { public_urls: { platform: 'https://a.example/v1' } },
      'public_urls.platform: Expected an http or https URL that ends with /v1/, with no query.',
    ],
    [
      '[CF15] a base of APIchat without its version',
      { public_urls: { chat: 'https://a.example/' } },
      'public_urls.chat: Expected an http or https URL that ends with /v1/, with no query.',
    ],
    ['[CF16] no key', { secret_keys: [] }, 'secret_keys: Expected one key at least.'],
    [
      '[CF16] a key of 31 bytes',
      { secret_keys: [{ id: 'a', key: Buffer.alloc(31, 7).toString('base64') }] },
      'secret_keys[0].key: Expected 32 bytes, written in base64.',
    ],
    [
      '[CF16] a key with an id that an encrypted text cannot have',
      { secret_keys: [{ id: 'a.b', key: Buffer.alloc(32, 7).toString('base64') }] },
      'secret_keys[0].id: Expected 1 to 64 letters, digits, - or _.',
    ],
    [
      '[CF17] a name that would end the header',
      { user_agent_brand: 'acme\r\nx: y' },
      'user_agent_brand: Expected 1 to 64 characters that a product name in a header may have.',
    ],
    [
      '[CF18] a rate below nothing',
      { rate_limits: { apichat: -1 } },
      'rate_limits.apichat: Expected an integer from 0.',
    ],
    [
      '[CF31] a family that is not shipped',
      { channel_families: [{ name: 'kiosk', can: {} }] },
      'channel_families[0].name: Expected one of native, msgapp, facebook, apichat.',
    ],
    [
      '[CF31] a feature that no family has',
      { channel_families: [{ name: 'apichat', can: { buttons: { most: 0 } } }] },
      'channel_families[0].can.buttons.most: Expected an integer from 1.',
    ],
    [
      '[CF31] a family twice',
      { channel_families: [1, 2].map(() => ({ name: 'apichat', can: { cards: true } })) },
      'channel_families: Expected each channel family once.',
    ],
    [
      '[CF29] a limit of nothing',
      { visitor_limits: { beginnings: 0 } },
      'visitor_limits.beginnings: Expected an integer from 1.',
    ],
    [
      '[CF29] a limit as text',
      { visitor_limits: { requests_per_address: '10' } },
      'visitor_limits.requests_per_address: Expected an integer from 1.',
    ],
    [
      '[CF29] a life without end',
      { visitor_limits: { visitor_life_ms: 1e15 } },
      'visitor_limits.visitor_life_ms: Expected an integer from 1 to 3153600000000.',
    ],
    [
      '[CF29] the name of an option',
      { visitor_limits: { maxVisitors: 5 } },
      'visitor_limits.maxVisitors: It is not described. Did you mean max_visitors?',
    ],
    ['[CF18] a text as a switch', { allow_private_targets: 'yes' }, 'allow_private_targets: Expected true or false.'],
    ['[CF25] a text for a switch', { development_providers: 'no' }, 'development_providers: Expected true or false.'],
    ['[CF19] a scale below nothing', { retry_scale: -1 }, 'retry_scale: Expected a number from 0 to 1000.'],
    ['[CF19] a scale that is too large', { retry_scale: 1_001 }, 'retry_scale: Expected a number from 0 to 1000.'],
    [
      '[CF20] an agent without an address',
      { brands: [{ ...brand, agents: [{ id: 9, name: 'Ada', email: 'ada' }] }] },
      'brands[0].agents[0].email: Expected an email address.',
    ],
    [
      '[CF21] a channel of an unknown type',
      { brands: [withChannels({ type: 'pigeon', name: 'A', workspace: 1 })] },
      'brands[0].channels[0].type: Expected one of native, msgapp, facebook, apichat.',
    ],
    [
      '[CF21] a webhook that is no web address',
      { brands: [withChannels({ type: 'apichat', name: 'A', workspace: 1, webhook_url: 'ftp://a.example/' })] },
      'brands[0].channels[0].webhook_url: Expected an absolute http or https address without credentials.',
    ],
    [
      '[CF22] a channel that could be in either workspace',
      { brands: [withChannels({ type: 'native', name: 'A' })] },
      'brands[0].channels[0].workspace: It is required unless the brand has exactly one.',
    ],
    [
      '[CF22] a channel in a workspace that the brand does not have',
      { brands: [withChannels({ type: 'native', name: 'A', workspace: 3 })] },
      'brands[0].channels[0].workspace: Expected a workspace of the brand.',
    ],
    [
      '[CF22] two channels that nothing distinguishes',
      {
        brands: [
          withChannels({ type: 'native', name: 'A', workspace: 1 }, { type: 'native', name: 'A', workspace: 1 }),
        ],
      },
      'brands[0].channels[1].name: Another channel of this type and workspace has this name.',
    ],
    [
      '[CF22] a token for a channel that is not APIchat',
      { brands: [withChannels({ type: 'native', name: 'A', workspace: 1, token: `${token}-2` })] },
      'brands[0].channels[0].token: Only channels of type apichat have one.',
    ],
    [
      '[CF22] a webhook of a channel that is not APIchat',
      { brands: [withChannels({ type: 'native', name: 'A', workspace: 1, webhook_url: 'http://a.example/' })] },
      'brands[0].channels[0].webhook_url: Only channels of type apichat have one.',
    ],
    [
      '[CF23] an account of an unknown kind',
      { brands: [{ ...brand, connected_accounts: [{ kind: 'mail', id: 'a', name: 'A' }] }] },
      'brands[0].connected_accounts[0].kind: Expected one of spreadsheets, scheduler.',
    ],
    [
      '[CF24] two keys of one id',
      { secret_keys: [1, 2].map((byte) => ({ id: 'a', key: Buffer.alloc(32, byte).toString('base64') })) },
      'secret_keys[1].id: Another key has this id.',
    ],
    [
      '[CF24] two agents of one id',
      { brands: [{ ...brand, agents: ['Ada', 'Bob'].map((name) => ({ id: 9, name, email: 'a@example.com' })) }] },
      'brands[0].agents[1].id: Another agent has this id.',
    ],
    [
      '[CF24] two accounts of one id',
      {
        brands: [{ ...brand, connected_accounts: ['A', 'B'].map((name) => ({ kind: 'spreadsheets', id: 'a', name })) }],
      },
      'brands[0].connected_accounts[1].id: Another account of this kind has this id.',
    ],
    [
      '[CF24] a scheduler that cannot be booked',
      { brands: [{ ...brand, connected_accounts: [{ kind: 'scheduler', id: 'a', name: 'A' }] }] },
      'brands[0].connected_accounts[0].scheduling_url: Expected the page to book on.',
    ],
    [
      '[CF24] a spreadsheet that can be booked',
      {
        brands: [
          {
            ...brand,
            connected_accounts: [{ kind: 'spreadsheets', id: 'a', name: 'A', scheduling_url: 'https://a.example/' }],
          },
        ],
      },
      'brands[0].connected_accounts[0].scheduling_url: Only accounts of kind scheduler have one.',
    ],
    [
      '[CF9] a workspace that the brand does not have',
      { brands: [{ ...brand, tokens: [{ token, person: 1, workspaces: [3] }] }] },
      'brands[0].tokens[0].workspaces: Expected workspaces of the brand.',
    ],
  ])('%s', async ([, config, problem]) => {
    expect(await refusalOf(JSON.stringify(config))).toEqual({
      exitCode: 2,
      lines: ['The config file FILE cannot be used:', `  ${problem}`],
    });
  });
});

it.for<readonly [object, boolean]>([
  [{ per_character_ms: 25, most_ms: 3_000 }, true],
  [{ per_character_ms: 0, most_ms: 3_000 }, false],
  [{ per_character_ms: 25, most_ms: 25_001 }, false],
  [{ per_character_ms: 25 }, false],
])('[WT53] the typing delay %j is taken: %j', ([given, isTaken]) => {
  expect(readInput(configSchema, { typing_delay: given }).ok).toBe(isTaken);
});

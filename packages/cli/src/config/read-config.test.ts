import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandFailure } from '../command-failure.ts';
import { readConfig } from './read-config.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-config-'));
  file = join(folder, 'config.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

const token = 'a-token-of-24-characters';
const brand = { name: 'acme', plan: 'starter', workspaces: [1, 2], tokens: [{ token, person: 7 }] };

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
  it('[CF1] a file that is not there is refused by its name', async () => {
    await expect(readConfig(join(folder, 'none.json'))).rejects.toMatchObject({
      exitCode: 2,
      message: `The config file ${join(folder, 'none.json')} cannot be read (ENOENT).`,
    });
  });

  it.for([
    ['', 'The config file FILE is not JSON.'],
    ['{"brands": [', 'The config file FILE is not JSON.'],
    ['{"brands": [],\n "x" 1}', 'The config file FILE is not JSON (line 2 column 6).'],
  ])('[CF1] %j is refused in one line', async ([text = '', line = '']) => {
    expect(await refusalOf(text)).toEqual({ exitCode: 2, lines: [line] });
  });

  it('[CF1][CF8] what is not JSON is refused without showing any of it', async () => {
    const { lines } = await refusalOf(`{"token": "${token}" "person": 1}`);
    expect(lines.join()).not.toContain(token.slice(0, 8));
  });

  it('[CF2] everything that is wrong is told at once', async () => {
    const text = JSON.stringify({
      rate_limits: { bots: -1 },
      colour: 'red',
      brands: [{ ...brand, plan: 'gold', tokens: [{ token: 'short' }] }],
    });
    expect(await refusalOf(text)).toEqual({
      exitCode: 2,
      lines: [
        'The config file FILE cannot be used:',
        '  rate_limits.bots: must not be negative',
        '  brands[0].plan: must be one of "sandbox", "starter", "professional", "business"',
        '  brands[0].tokens[0].token: must have 16 characters at least',
        '  brands[0].tokens[0].person: is missing',
        '  colour: is not known here',
      ],
    });
  });
});

describe('members', () => {
  it('[CF4][CF5][CF6][CF7] a file with all of them is read as it stands', async () => {
    const config = {
      public_urls: { bots: 'https://bots.example.com/v0-alpha' },
      rate_limits: { bots: 0 },
      extensions: { discardDraft: true, draftRevisions: false, duplicateBot: true },
      brands: [{ ...brand, tokens: [{ token, person: 7, permissions: ['view_bots'], workspaces: [2] }] }],
    };
    writeFileSync(file, JSON.stringify(config));
    expect(await readConfig(file)).toEqual(config);
  });

  it('[CF14] a file with none of them is read too', async () => {
    writeFileSync(file, '{}');
    expect(await readConfig(file)).toEqual({});
  });

  it.for<readonly [string, unknown, string]>([
    ['[CF3] an unknown member', { platform: {} }, 'platform: is not known here'],
    [
      '[CF3] an unknown member of a brand',
      { brands: [{ ...brand, agents: [] }] },
      'brands[0].agents: is not known here',
    ],
    ['[CF3] a hostile key', JSON.parse('{"__proto__": {}}'), '__proto__: is not known here'],
    ['[CF2] a list as the whole', [], 'the whole: must be an object'],
    [
      '[CF4] a base without scheme',
      { public_urls: { bots: 'bots.example.com' } },
      'public_urls.bots: must be an http or https URL that ends with /v0-alpha, with no query',
    ],
    [
      '[CF4] a base with a slash at its end',
      { public_urls: { bots: 'https://a.example/v0-alpha/' } },
      'public_urls.bots: must be an http or https URL that ends with /v0-alpha, with no query',
    ],
    [
      '[CF4] a base with a query',
      { public_urls: { bots: 'https://a.example/v0-alpha?a=1' } },
      'public_urls.bots: must be an http or https URL that ends with /v0-alpha, with no query',
    ],
    ['[CF5] a rate as text', { rate_limits: { bots: '5' } }, 'rate_limits.bots: must be a number'],
    [
      '[CF6] an extension as a number',
      { extensions: { discardDraft: 1 } },
      'extensions.discardDraft: must be a boolean',
    ],
    [
      '[CF7] a brand without workspaces',
      { brands: [{ ...brand, workspaces: [] }] },
      'brands[0].workspaces: must name one workspace at least',
    ],
    [
      '[CF7] a workspace that is no whole number',
      { brands: [{ ...brand, workspaces: [1.5] }] },
      'brands[0].workspaces[0]: must be a whole number',
    ],
    [
      '[CF7] a name that no store keeps',
      { brands: [{ ...brand, name: 'ac\u0000me' }] },
      'brands[0].name: must be plain text that neither begins nor ends with a space',
    ],
    [
      '[CF7] a name with half a character',
      JSON.parse('{"brands": [{"name": "ac\\ud800me", "plan": "starter", "workspaces": [1], "tokens": []}]}'),
      'brands[0].name: must be plain text that neither begins nor ends with a space',
    ],
    ['[CF5] half a request', { rate_limits: { bots: 0.5 } }, 'rate_limits.bots: must be a whole number'],
    [
      '[CF7] an empty name',
      { brands: [{ ...brand, name: '' }] },
      'brands[0].name: must be plain text that neither begins nor ends with a space',
    ],
    [
      '[CF7] an unknown permission',
      { brands: [{ ...brand, tokens: [{ token, person: 1, permissions: ['fly'] }] }] },
      'brands[0].tokens[0].permissions[0]: must be one of "view_bots", "edit_bots", "view_integrations", "edit_integrations"',
    ],
    [
      '[CF8] a token of 15 characters',
      { brands: [{ ...brand, tokens: [{ token: 'fifteen-letters', person: 1 }] }] },
      'brands[0].tokens[0].token: must have 16 characters at least',
    ],
    [
      '[CF8] a token with spaces',
      { brands: [{ ...brand, tokens: [{ token: 'sixteen letters and a space', person: 1 }] }] },
      'brands[0].tokens[0].token: must be visible ASCII characters without spaces',
    ],
    [
      '[CF9] two brands of one name',
      { brands: [brand, { ...brand, tokens: [] }] },
      'brands[1].name: is the same as brands[0].name',
    ],
    [
      '[CF9] one token in two brands',
      { brands: [brand, { ...brand, name: 'other' }] },
      'brands[1].tokens[0].token: is the same as brands[0].tokens[0].token',
    ],
    [
      '[CF9] a workspace of nobody',
      { brands: [{ ...brand, tokens: [{ token, person: 1, workspaces: [3] }] }] },
      'brands[0].tokens[0].workspaces: 3 is not a workspace of the brand',
    ],
  ])('%s', async ([, config, problem]) => {
    expect(await refusalOf(JSON.stringify(config))).toEqual({
      exitCode: 2,
      lines: ['The config file FILE cannot be used:', `  ${problem}`],
    });
  });
});

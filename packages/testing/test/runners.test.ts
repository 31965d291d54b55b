import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { expect as expectOfJest } from '@jest/globals';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {} from '../src/jest.ts';
import { shop } from './bots.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

const testOf = (runner: string, entry: string) => `
import { expect, it } from '${runner}';
import { simulate } from '@botwright/testing';
import '@botwright/testing/${entry}';

const shop = ${JSON.stringify(shop)};

it('is of a valid diagram', () => {
  expect(shop).toBeValidDiagram();
  expect(shop).toHaveNoDeadEnds();
  expect(shop).toReach('bye');
});

it('says', () => {
  const chat = simulate(shop);
  chat.start();
  expect(chat).not.toHaveSaid('Hi');
  expect(chat).toHaveSaid('Hello');
});
`;

/**
 * Runs a test in a folder with this package.
 *
 * @param vitest - The installed vitest that this package finds in the folder. Default: its own.
 */
function runIn(test: string, args: (folder: string) => readonly string[], vitest?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-runner-'));
  const modules = join(folder, 'node_modules');
  try {
    mkdirSync(join(modules, '@botwright'), { recursive: true });
    const own = join(modules, '@botwright/testing');
    if (vitest === undefined) symlinkSync(home, own);
    else {
      // A link would find the vitest beside the linked files.
      for (const name of ['dist', 'package.json']) cpSync(join(home, name), join(own, name), { recursive: true });
      const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
      for (const name of Object.keys(dependencies)) symlinkSync(join(home, 'node_modules', name), join(modules, name));
      symlinkSync(join(home, 'node_modules', vitest), join(modules, 'vitest'));
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'shop.test.js'), test);
    const env = { ...process.env, NO_COLOR: '1' };
    return spawnSync(process.execPath, args(folder), { cwd: folder, encoding: 'utf8', env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.for(['vitest3', 'vitest4', 'vitest'])('[TE64] %s has the matchers', (vitest) => {
  const program = join(home, 'node_modules', vitest, 'vitest.mjs');
  const { stdout, stderr, status } = runIn(
    testOf('vitest', 'vitest'),
    (folder) => [program, 'run', '--root', folder],
    vitest,
  );
  expect(stdout).toContain('1 failed | 1 passed (2)');
  expect(stderr).toContain('The bot did not say: Hello');
  expect(stderr).toMatch(/- {3}"Hello",\n\+ {3}"What is your name\?",/);
  expect(status).toBe(1);
});

describe('Jest', () => {
  it('[TE64] has the matchers', () => {
    const jest = join(home, 'node_modules/jest/bin/jest.js');
    const { stderr, status } = runIn(testOf('@jest/globals', 'jest'), (folder) => [
      ...['--experimental-vm-modules', '--no-warnings', jest, '--no-cache', '--rootDir', folder],
    ]);
    expect(stderr).toContain('✓ is of a valid diagram');
    expect(stderr).toContain('The bot did not say: Hello\n    It said:\n      What is your name?');
    expect(stderr).toMatch(/- {3}"Hello",\n\s*\+ {3}"What is your name\?",/);
    expect(status).toBe(1);
  });

  it('[TE64] knows their types', () => {
    type Matchers = ReturnType<typeof expectOfJest>;
    expectTypeOf<Matchers['toReach']>().parameter(0).toEqualTypeOf<string>();
    expectTypeOf<Matchers['not']['toHaveSaid']>().returns.toEqualTypeOf<void>();
  });
});

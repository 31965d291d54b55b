import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { expect as expectOfJest } from '@jest/globals';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {} from '../src/jest.ts';
import { shop } from './bots.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

const test = `
import { expect, it } from '@jest/globals';
import { simulate } from '@botwright/testing';
import '@botwright/testing/jest';

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

describe('Jest', () => {
  it('[TE64] has the matchers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'botwright-jest-'));
    try {
      mkdirSync(join(folder, 'node_modules/@botwright'), { recursive: true });
      symlinkSync(home, join(folder, 'node_modules/@botwright/testing'));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'shop.test.js'), test);
      const jest = join(home, 'node_modules/jest/bin/jest.js');
      const args = ['--experimental-vm-modules', '--no-warnings', jest, '--no-cache', '--rootDir', folder];
      const { stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      expect(stderr).toContain('✓ is of a valid diagram');
      expect(stderr).toContain('The bot did not say: Hello\n    It said:\n      What is your name?');
      expect(status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('[TE64] knows their types', () => {
    type Matchers = ReturnType<typeof expectOfJest>;
    expectTypeOf<Matchers['toReach']>().parameter(0).toEqualTypeOf<string>();
    expectTypeOf<Matchers['not']['toHaveSaid']>().returns.toEqualTypeOf<void>();
  });
});

import { expect, it } from 'vitest';
import { withRepository } from '../source/temporary-repository.ts';
import { checkUnused } from './check-unused.ts';

const files = {
  'package.json': { name: 'one', type: 'module' },
  'knip.jsonc': '{ "entry": ["main.ts"], "project": ["*.ts"] }',
  'tsconfig.json': '{}',
  'main.ts': "import { used } from './used.ts';\nconsole.log(used);\n",
};

it('the check accepts files and exports that something uses', async () => {
  const findings = await withRepository({ ...files, 'used.ts': 'export const used = 1;\n' }, checkUnused);
  expect(findings).toEqual([]);
});

it('the check finds a file and an export that nothing uses', async () => {
  const more = { 'used.ts': 'export const used = 1;\nexport const spare = 2;\n', 'lost.ts': 'export {};\n' };
  const [finding] = await withRepository({ ...files, ...more }, checkUnused);
  expect(finding?.message).toMatch(/lost\.ts(.|\n)*spare/);
});

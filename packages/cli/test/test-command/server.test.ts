import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { createTestFolder } from '../support/test-folder.ts';

it('[SF20][SF21][SF22] scenarios run with the published bot of a server', async () => {
  const { run, data, folder } = createTestFolder();
  const { bots_url } = await run('serve', '--json', '--port', '0', '--chat-port', '0', '--data', data).ready();
  const scenarios = [
    { name: 'Hours', steps: [{ visitor: 'Opening hours' }, { at: 'hours' }] },
    { name: 'Wrong', steps: [{ bot: 'Nothing like it' }] },
    { name: 'Known', fields: { name: 'Ann' }, steps: [] },
  ];
  writeFileSync(join(folder, 'a.scenarios.json'), JSON.stringify({ scenarios }));
  const { status, stdout } = runCommand(folder, [
    'test',
    '--server',
    new URL(bots_url).origin,
    '--bot',
    '1',
    '--verbose',
  ]);
  expect(status).toBe(1);
  expect(stdout).toContain('skip Known: It gives the bot "fields", and a visitor of a server cannot.');
  expect(stdout).toContain('- Nothing like it\n');
  expect(stdout).toContain('3 scenarios in 1 file: 1 passed, 1 failed, 1 skipped; 1 expectation not checked');
});

import { fileURLToPath } from 'node:url';
import { createCatalog } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { templateBots } from '../src/serve/template-bots.ts';
import { runCommand } from './support/run-command.ts';

const folder = fileURLToPath(new URL('../src/serve/templates', import.meta.url));

it('[SV79] nothing is found in the templates, and they are laid out', () => {
  const { status, stdout, stderr } = runCommand(folder, ['lint', '.', '--max-warnings', '0']);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '6 files checked, and nothing found.\n',
    stderr: '',
  });
  expect(runCommand(folder, ['layout', '.', '--check']).status).toBe(0);
});

it('[SV79] their scenarios pass, and take every output', () => {
  const { status, stdout, stderr } = runCommand(folder, ['test', '.', '--coverage', '--min-coverage', '100']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/\n53 scenarios in 6 files: 53 passed\.\n$/);
});

it('[MU18] their scenarios notice most changes of them', () => {
  const mutated = runCommand(folder, ['test', '.', '--mutate', '--min-score', '90']);
  expect([mutated.status, mutated.stdout.match(/^ok {3}/gm)?.length]).toEqual([0, 6]);
});

it('[MU18] random visitors find no fault in them', () => {
  const visited = runCommand(folder, ['test', '.', '--visitors', '100']);
  expect([visited.status, visited.stdout.match(/found no fault/g)?.length]).toEqual([0, 6]);
});

it('[SV79] the console offers them, and they use the blocks that bots of other systems have', () => {
  expect(templateBots).toHaveLength(6);
  const catalog = createCatalog();
  const used = new Set(
    templateBots.flatMap(({ diagram }) => {
      const { nodes } = diagram as { readonly nodes: Readonly<Record<string, { readonly template: string }>> };
      return Object.values(nodes).map(({ template }) => catalog.byTemplate(template)?.name);
    }),
  );
  const blocks = ['opening', 'wait', 'switch', 'ask_choices', 'ask_rating', 'ask_card', 'ask_time', 'send_email'];
  const others = ['open_url', 'go_back', 'keywords', 'understand', 'language_model'];
  expect([...blocks, ...others].filter((name) => !used.has(name))).toEqual([]);
});

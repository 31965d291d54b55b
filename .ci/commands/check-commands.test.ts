import { expect, it } from 'vitest';
import { withRepository } from '../source/temporary-repository.ts';
import { checkStart } from './check-commands.ts';

const server = (onReady: string): string => `
  import { createServer } from 'node:http';
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1', () => {
    const line = { bots_url: 'http://127.0.0.1:' + server.address().port + '/v0-alpha', pid: process.pid };
    ${onReady}
  });
`;

const check = (script: string): Promise<readonly string[]> =>
  withRepository(
    {
      'package.json': { private: true, scripts: { start: 'exec node start.mjs' } },
      'start.mjs': script,
    },
    async (folder) => (await checkStart(folder)).map(({ message }) => message.split('\n')[0] ?? ''),
  );

it('the check accepts a start that prints its line, serves, and stops at a signal', async () => {
  const ready = "console.log(JSON.stringify(line)); process.on('SIGTERM', () => process.exit(0));";
  expect(await check(server(ready))).toEqual([]);
});

it('the check finds a start that prints something else', async () => {
  expect(await check("console.log('Hello.');")).toEqual(['npm start printed "Hello." in place of its ready line.']);
});

it('the check finds a start that a signal kills', async () => {
  expect(await check(server('console.log(JSON.stringify(line));'))).toEqual([
    'npm start ended with SIGTERM after SIGTERM.',
  ]);
});

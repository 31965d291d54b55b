import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocuments } from '../../../client/test/generator/documents.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const ruleset = fileURLToPath(new URL('../../../http/redocly.yaml', import.meta.url));
// The TypeScript that the generator needs, and that most of its users have.
const compiler = join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');
const interfaces = ['bots', 'platform', 'chat'] as const;

/** A program on the types that `openapi-typescript` makes. Each line marked as an error has to be one. */
const consumer = `
import type { components, operations as bots } from './bots.d.ts';
import type { components as platform, operations as customers } from './platform.d.ts';
import type { operations as chat } from './chat.d.ts';

type Body<T> = T extends { requestBody?: { content: { 'application/json': infer TBody } } } ? TBody : never;

export const diagram: components['schemas']['Diagram'] = { nodes: { a: { any: ['thing'] } }, connections: {}, mine: 1 };
export const changes: Body<bots['patchDraft']> = {
  blocks: { add: [{ type: 'send_text', params: { text: 'Hi', deep: { list: [1] } } }], delete: ['b'] },
};
export const edit: Body<bots['editBlock']> = { params: { anything: true } };
export const bot: Body<bots['createBot']> = { name: 'Lead', channel_family: 'native', diagram };
export const customer: Body<customers['updateCustomer']> = { email: 'ann@acme.test' };
export const sent: Body<chat['send']> = { message: { type: 'text', message: 'Hi' }, customer: { name: 'Ann', vip: true } };
export function fieldOf(one: platform['schemas']['Customer'], name: string): unknown {
  return one[name];
}
export function dataOf({ data }: platform['schemas']['Message']): unknown {
  return data['message'];
}

// @ts-expect-error A bot has a family.
export const noFamily: Body<bots['createBot']> = { name: 'Lead' };
// @ts-expect-error Edits have no such member.
export const unknownMember: Body<bots['editBlock']> = { colour: 'red' };
// @ts-expect-error Params are an object.
export const noObject: Body<bots['editBlock']> = { params: 'red' };
`;

describe('the OpenAPI documents', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'botwright-openapi-'));
    const documents = await readDocuments();
    await Promise.all(interfaces.map((name) => writeFile(join(folder, `${name}.yml`), documents[name])));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('[OA8][TK17] the linter finds nothing in them, by the ruleset that is published', async () => {
    const linter = join(dirname(resolve('@redocly/cli/package.json')), 'bin', 'cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const files = interfaces.map((name) => `${name}.yml`);
    const lint = (...flags: readonly string[]) =>
      run(process.execPath, [linter, 'lint', ...files, '--format', 'json', ...flags], { env, cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    const clean = await lint('--config', ruleset);
    expect(clean.match(/"warnings": 0/g)?.length).toBe(interfaces.length);
    expect(clean).not.toContain('ruleId');
    // Without it, the slashes are found: it is the ruleset that makes the difference.
    expect(await lint()).toContain('no-path-trailing-slash');
  });

  it('[OA12] types made of them are right, and allow what is free of form', async () => {
    const generator = join(dirname(resolve('openapi-typescript/package.json')), 'bin', 'cli.js');
    for (const name of interfaces) {
      await run(process.execPath, [generator, `${name}.yml`, '-o', `${name}.d.ts`], { cwd: folder });
    }
    await writeFile(join(folder, 'consumer.ts'), consumer);
    const options = { strict: true, noEmit: true, module: 'nodenext', types: [], allowImportingTsExtensions: true };
    const configuration = { compilerOptions: options, include: ['*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    const compiled = await run(process.execPath, [compiler, '-p', folder, '--pretty', 'false']).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    expect(compiled).toBe('');
  });
});

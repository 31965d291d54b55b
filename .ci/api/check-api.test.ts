import { expect, it } from 'vitest';
import { readText } from '../source/repository.ts';
import { withRepository } from '../source/temporary-repository.ts';
import { checkApi, countNames } from './check-api.ts';

const entry = (name: string): object => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
const files = {
  'package.json': { private: true },
  'packages/one/package.json': { name: 'one', type: 'module', exports: { '.': entry('index'), './two': entry('two') } },
  'packages/one/dist/index.d.ts': "export { type A, a } from './a.ts';\nexport { a as b } from './a.ts';\n",
  'packages/one/dist/two.d.ts': 'export {};\n',
  'packages/one/dist/a.d.ts':
    '/** Why. */\nexport interface A { readonly at?: number }\n/** Makes one. */\nexport declare function a(): A;\n',
};

it('the check writes the names of every entry with their signatures, and finds a report of another API', async () => {
  await withRepository(files, async (folder) => {
    const file = 'packages/one/api-report.md';
    const message = 'The public API is another one: run `npm run api` and review it.';
    expect(checkApi(folder)).toEqual([{ file, message }]);
    expect(checkApi(folder, true)).toEqual([]);
    expect(checkApi(folder)).toEqual([]);
    expect(
      readText(folder, file)
        .split('\n')
        .filter((line) => /^[|e]/.test(line)),
    ).toEqual([
      '| Entry | Names |',
      '|---|---|',
      '| `one` | 3 |',
      '| `one/two` | 0 |',
      'export interface A {',
      'export { a }',
      'export { a as b }',
    ]);
  });
});

it('the check finds exported names without a comment, or with nothing but tags', async () => {
  const declared =
    '/** @returns One. */\nexport declare function a(): A;\nexport interface A { readonly at?: number }\n';
  await withRepository({ ...files, 'packages/one/dist/a.d.ts': declared }, async (folder) => {
    expect(checkApi(folder, true).map(({ message }) => message)).toEqual([
      'A of one has no comment.',
      'a of one has no comment.',
    ]);
  });
});

it('the check finds members without a comment at their places in the source, except constants and generated ones', async () => {
  const members = `/** Why. */
export interface A {
    readonly kind: 'a';
    /** Seconds. */
    readonly at: number;
    run(): void;
}
/** Why. */
export declare class B {
    readonly name = "B";
    readonly run: () => void;
}
`;
  const source = members.replaceAll('    ', '  ').replace('declare class', 'class');
  const generated = '/** Why. */\nexport interface C {\n    run(): void;\n}\n';
  const withMembers = {
    ...files,
    'packages/one/dist/index.d.ts': "export { type A, B } from './a.ts';\nexport { type C } from './generated/c.ts';\n",
    'packages/one/dist/two.d.ts': "export { type A as D } from './a.ts';\n",
    'packages/one/dist/a.d.ts': members,
    'packages/one/dist/generated/c.d.ts': generated,
    'packages/one/src/a.ts': `/** Read run. */\nfunction run() {}\n\n${source}`,
  };
  await withRepository(withMembers, async (folder) => {
    const file = 'packages/one/src/a.ts';
    const message = 'run has no comment.';
    expect(checkApi(folder, true)).toEqual([
      { file, line: 9, message },
      { file, line: 14, message },
    ]);
  });
});

it('the check bounds the names of the root of the core, and of all entries', () => {
  const named = (name: string, count: number) => ({ name, exportedNames: Array.from({ length: count }, String) });
  const file = 'packages';
  expect(countNames([named('@botwright/core', 60), named('@botwright/core/ports', 810)])).toEqual([]);
  expect(countNames([named('@botwright/core', 61), named('@botwright/core/ports', 810)])).toEqual([
    { file, message: 'The root of the core has 61 names, at most 60: leave out those that no reader imports.' },
    {
      file,
      message: 'The public API of all packages has 871 names, at most 870: leave out those that no reader imports.',
    },
  ]);
});

import { describe, expect, it } from 'vitest';
import { withRepository } from '../source/temporary-repository.ts';
import { describe as describeOutput, findExamples } from './check-code-blocks.ts';
import { checkDiagrams, findDiagrams } from './check-diagrams.ts';
import { checkLinks } from './check-links.ts';
import { checkParts } from './check-parts.ts';

it('the check finds links that lead nowhere', async () => {
  const page =
    '# A\n\n[own](#a) [file](docs/b.md#the-b) ![image](docs/b.svg)\n\n[lost](docs/c.md) [none](docs/b.md#c)\n';
  const files = { 'README.md': page, 'docs/b.md': '# The `b`\n', 'docs/b.svg': '' };
  const [finding] = await withRepository(files, (folder) => checkLinks(folder, ['README.md', 'docs/b.md']));
  expect(finding?.message.match(/Cannot find .*?`.*?`/g)).toEqual([
    'Cannot find file `docs/c.md`',
    'Cannot find heading for `#c`',
  ]);
});

describe('examples', () => {
  const page =
    '# Page\n\n```ts\nconst a = 1;\n```\n\n```ts run\nconst b = 2;\n```\n\n```text printed\n2\n```\n\n```sh\nls\n```\n';

  it('are the blocks marked ts', () => {
    expect(findExamples('docs/guide/a.md', page)).toEqual([
      { page: 'docs/guide/a.md', line: 3, text: 'const a = 1;', isRun: false, module: 'docs-guide-a-md-3.ts' },
      {
        page: 'docs/guide/a.md',
        line: 7,
        text: 'const b = 2;',
        isRun: true,
        printed: '2',
        module: 'docs-guide-a-md-7.ts',
      },
    ]);
  });

  it('are named by page and line in what the compiler says', () => {
    const output = '.ci/docs/extracted/docs-guide-a-md-7.ts(1,7): error TS6133: b is never read.\nother.ts(1,1): error';
    expect(describeOutput(output, findExamples('docs/guide/a.md', page))).toBe(
      'docs/guide/a.md:8: error TS6133: b is never read.\nother.ts(1,1): error',
    );
  });
});

it('the check finds entries that the page of parts lacks, and entries without an example', () => {
  const manifest = { name: 'one', exports: { '.': './i.js', './a': './a.js', './b': './b.js', './package.json': '' } };
  const lines = (imports: string): string => `${imports}\n`.padEnd(imports.length + 10, '\n');
  const example = (text: string) => ({ page: 'a.md', line: 1, text, isRun: true, printed: '', module: 'a.ts' });
  const examples = [
    example(lines("import { a } from 'one/a';")),
    example(lines("import { b } from 'one/b';\nimport { a } from 'one/a';")),
    example("import { b } from 'one/b';"),
    { ...example(lines("import { b } from 'one/b';")), isRun: false },
  ];
  const page = '| Entry | |\n|---|---|\n| `one` | all |\n| `one/a` | a |\n| `one/gone` | c |\n';
  expect(checkParts(manifest, page, examples).map(({ message }) => message)).toEqual([
    'It lacks a row for one/b.',
    'one/gone is no entry.',
    'No example of 10 to 20 lines uses one/b alone and says what it prints.',
  ]);
});

describe('diagrams', () => {
  const code = (lang: string, text: string) => `# Page\n\n\`\`\`${lang}\n${text}\n\`\`\`\n`;
  const ask = "{ id: 'welcome', type: 'ask_question', params: { text: 'Who?', destination: 'name' } }";
  const nodes = (greeting: object, id = 'welcome') =>
    JSON.stringify({
      nodes: { hidden: { id: 'hidden', template: 'hidden', params: {} }, [id]: { id, ...greeting } },
      connections: {},
    });
  const chat = { template: 'chat', params: { text: 'Hi' } };

  it.for<readonly [string, string, readonly string[]]>([
    ['a block that can greet', code('ts', `await drafts.addBlocks(id, { blocks: [${ask}] });`), []],
    [
      'one that cannot',
      code('ts run', `add({ blocks: [${ask.replace('question', 'email')}] });`),
      ['greeting_not_allowed'],
    ],
    [
      'a constant',
      code('ts', `const blocks = [${ask.replace('question', 'email')}];\nadd({ blocks });`),
      ['greeting_not_allowed'],
    ],
    [
      'a wrong one that the page names',
      `${code('ts', `add({ blocks: [${ask.replace('Who?', '')}] });`)}It is \`param_non_empty\`.`,
      [],
    ],
    ['a diagram in JSON', code('json', nodes(chat)), ['greeting_not_allowed', 'greeting_version']],
    ['the family that it names', code('json', nodes(chat, 'bot_start')), []],
    [
      'another family',
      code('ts', `make({ channelFamily: 'native' }, ${nodes(chat, 'bot_start')});`),
      ['start_connection'],
    ],
    ['no greeting at all', code('json', nodes(chat, 'hello')), ['start_connection']],
    [
      'what a command sends',
      code('sh', `curl -d '{"blocks": [{"id": "welcome", "type": "send_text", "params": {"text": "Hi"}}]}'`),
      ['greeting_not_allowed'],
    ],
    ['what an example computes', code('ts', `add({ blocks: [${ask.replace("'Who?'", 'textOf(1)')}] });`), []],
    [
      'a block of its own',
      code('ts', `defineBlock({});\nadd({ blocks: [${ask.replace('ask_question', 'mine')}] });`),
      [],
    ],
    ['no diagram', code('json', '{ "blocks": 3, "nodes": {} }'), []],
  ])('%s', async ([, page, codes]) => {
    const found = await checkDiagrams(new Map([['a.md', page]]));
    expect(found.map(({ message }) => /: (\w+):/.exec(message)?.[1])).toEqual(codes);
  });

  it('have a line', () => {
    expect(findDiagrams('a.md', code('ts', `\nadd({ blocks: [${ask}] });`)).map(({ line }) => line)).toEqual([5]);
  });
});

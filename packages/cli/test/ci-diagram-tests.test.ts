import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagram } from '@botwright/core/diagram';
import {
  type CoverageReport,
  createCoverage,
  readScenarios,
  renderCoverage,
  renderScenarioResult,
  runScenario,
} from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import { folderWith, runLint } from './lint/run-lint.ts';

const example = fileURLToPath(new URL('../../../examples/ci-diagram-tests', import.meta.url));
const read = (name: string): string => readFileSync(join(example, name), 'utf8');
const readme = read('README.md');
const guide = readFileSync(new URL('../../../docs/guide/test-your-bots-in-ci.md', import.meta.url), 'utf8');

const bots = ['booking', 'lead-form', 'support-triage'] as const;
const diagrams = new Map(bots.map((name) => [`${name}.json`, JSON.parse(read(`bots/${name}.json`)) as Diagram]));

describe('the example of bots that are tested in CI', () => {
  it('has bots in which nothing is found', () => {
    const { status, stdout, stderr } = runLint(example, []);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '3 files checked, and nothing found.\n',
      stderr: '',
    });
  });

  it('has bots of the size that its README says', () => {
    const counted = bots.map((name) => {
      const { nodes = {} } = diagrams.get(`${name}.json`) ?? {};
      return readme.includes(`| [\`bots/${name}.json\`](bots/${name}.json) | ${Object.keys(nodes).length - 1} |`);
    });
    expect(counted).toEqual([true, true, true]);
  });

  it('has scenarios that pass, and cover what its README says', () => {
    const { failures, report } = runAll();
    expect(failures).toEqual([]);
    const names = new Map([...diagrams].map(([name, diagram]) => [diagram, `bots/${name}`]));
    const table = renderCoverage(report, { nameOf: ({ diagram }) => names.get(diagram) ?? '' });
    expect(readme).toContain(`\n\`\`\`text\n${table}\n\`\`\`\n`);
  });

  it('has tests for node:test that pass', () => {
    const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'test/**/*.node.ts'], {
      cwd: example,
      encoding: 'utf8',
    });
    expect(stdout).toContain('# fail 0');
    expect(stdout).toContain('# pass 6');
    expect(status).toBe(0);
  });
});

describe('the guide to tests in CI', () => {
  it('has a config that can be used, and finds what it shows', () => {
    const bot = read('bots/lead-form.json').replace('"var_phone"', '"ask_phone"');
    const others = { 'bots/a.json': read('bots/booking.json'), 'bots/b.json': read('bots/support-triage.json') };
    const files = { ...others, 'bots/lead-form.json': bot, 'botwright.config.json': blocksOf('json')[0] };
    const { status, stdout } = runLint(folderWith(files), []);
    expect({ status, isShown: blocksOf('text').includes(stdout) }).toEqual({ status: 1, isShown: true });
  });

  it('has a scenario that passes, and fails as it shows when the bot says something else', () => {
    const [text = ''] = blocksOf('yaml');
    const file = readScenarios(text);
    const run = (diagram: Diagram): readonly string[] =>
      file.scenarios.flatMap((scenario) => runScenario(scenario, diagram, { from: file }).failure?.diff ?? []);
    const changed = read('bots/lead-form.json').replace('What is your name?', 'Who are you?');
    expect(run(diagramOf(file.bot))).toEqual([]);
    expect(run(JSON.parse(changed))).toEqual(['- With pleasure. What is your name?', '+ With pleasure. Who are you?']);
  });

  it('shows the coverage of the example', () => {
    const [shown = ''] = blocksOf('text').filter((text) => !text.includes('-->'));
    expect(shown).not.toBe('');
    expect(readme).toContain(shown);
  });
});

/** The code blocks of the guide in a language. */
function blocksOf(language: string): readonly string[] {
  const fences = guide.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms);
  return [...fences].flatMap(([, name, block = '']) => (name === language ? [block] : []));
}

/** In the order of the names of files. */
function runAll(): { readonly failures: readonly string[]; readonly report: CoverageReport } {
  const coverage = createCoverage();
  const failures = bots.flatMap((name) => {
    const file = readScenarios(read(`bots/${name}.scenarios.yaml`));
    const others = Object.entries(file.bots ?? {}).map(([number, bot]) => [number, diagramOf(bot)] as const);
    return file.scenarios.flatMap((scenario) => {
      const options = { from: file, bots: Object.fromEntries(others) };
      const result = runScenario(scenario, diagramOf(file.bot), options);
      coverage.add(result);
      return result.ok ? [] : [renderScenarioResult(result)];
    });
  });
  return { failures, report: coverage.report() };
}

function diagramOf(name = ''): Diagram {
  const diagram = diagrams.get(name);
  if (diagram === undefined) throw new Error(`No bot is called ${name}.`);
  return diagram;
}
